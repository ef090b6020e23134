"""Drives the simulator with clients that others wrote, and prints what they read as JSON.

Arguments: which client, and JSON with url, clientId, clientSecret, cert, key and account.
"""
import json
import sys
from types import SimpleNamespace

place = json.loads(sys.argv[2])


def bancointer():
    from inter import Inter
    from inter._client import URL

    import datetime

    URL.AUTH = place["url"] + "/oauth/v2/token"
    URL.STATEMENTS = place["url"] + "/banking/v2/extrato"
    URL.BALANCE = place["url"] + "/banking/v2/saldo"
    from inter._client import Client

    client = Client(
        place["clientId"], place["clientSecret"], place["cert"], place["key"], place["account"], ("extrato.read",)
    )
    inter = Inter(client=client)
    today = datetime.datetime.utcnow().date()
    rows = inter.get_statement(today - datetime.timedelta(days=1), today)
    return {
        "balance": str(inter.get_balance()),
        "statement": [[row.type, str(row.value)] for row in rows],
    }


def sdk():
    from inter_sdk_python.billing.billing.BillingClient import BillingClient

    from decimal import Decimal

    from inter_sdk_python.banking.balance.BalanceClient import BalanceClient
    from inter_sdk_python.banking.models.Key import Key
    from inter_sdk_python.banking.models.Pix import Pix
    from inter_sdk_python.banking.pix.BankingPixClient import BankingPixClient
    from inter_sdk_python.billing.enums.PersonType import PersonType
    from inter_sdk_python.billing.models.BillingIssueRequest import BillingIssueRequest
    from inter_sdk_python.billing.models.BillingRetrievalFilter import BillingRetrievalFilter
    from inter_sdk_python.billing.models.Person import Person
    from inter_sdk_python.commons.models.Config import Config

    config = Config(
        environment=SimpleNamespace(url_base=place["url"]),
        client_id=place["clientId"],
        client_secret=place["clientSecret"],
        certificate="",
        password="",
        crt=place["cert"],
        key=place["key"],
        account=place["account"],
        rate_limit_control=False,
    )
    payer = Person(
        cpf_cnpj="52998224725", person_type=PersonType.FISICA, name="Ana", address="Rua A", number="1",
        neighborhood="Centro", city="Belo Horizonte", state="MG", zip_code="30110000",
    )
    billing = BillingClient()
    code = billing.issue_billing(
        config,
        BillingIssueRequest(
            your_number="SDK1", nominal_value=Decimal("150.00"), due_date="2035-01-10", scheduled_days=30, payer=payer
        ),
    ).request_code
    one = billing.retrieve_billing(config, code)
    page = billing.retrieve_billing_page(
        config, "2035-01-01", "2035-01-31", 0, 10, BillingRetrievalFilter(your_number="SDK1"), None
    )
    billing.cancel_billing(config, code, "Teste")
    banking = BankingPixClient()
    sent = banking.include_pix(config, Pix(amount="12.34", description="x", recipient=Key(key="52998224725")))
    paid = banking.retrieve_pix(config, sent.request_code)
    return {
        "situation": one.billing.situation.value,
        "amount": str(one.billing.nominal_value),
        "line": one.slip.digit_line,
        "copyPaste": one.pix.pix_copy_and_paste,
        "pages": page.total_pages,
        "listed": [row.billing.request_code == code for row in page.billings],
        "after": billing.retrieve_billing(config, code).billing.situation.value,
        "returnType": sent.return_type,
        "status": paid.pix_transaction.status.value,
        "paidAmount": str(paid.pix_transaction.value),
        "receiver": paid.pix_transaction.receiver.cpf_or_cnpj,
        "balance": str(BalanceClient().retrieve_balance(config, None).available),
    }


print(json.dumps({"bancointer": bancointer, "sdk": sdk}[sys.argv[1]]()))
