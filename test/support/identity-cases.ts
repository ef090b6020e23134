import type { Seller, TestGateway } from './gateway.ts';
import { PDF, personFiles, submitted } from './identity.ts';
import type { PostCase as Case, Post as Prepared } from './post-case.ts';

type Headers = Record<string, string>;

/** The writes about the identity of sellers, of which none may happen twice. */
export function identityCases(
  gateway: () => TestGateway,
  asOperator: () => Promise<Headers>,
): Record<string, Case[]> {
  const byOperator = (of: (seller: Seller) => Promise<Omit<Prepared, 'as'>>, name = 'an operator'): Case => ({
    name,
    prepare: async (seller) => ({ as: await asOperator(), ...(await of(seller)) }),
  });
  /** What another operator proposed. */
  const onProposal = (move: string, decision: 'approve' | 'refuse', fields: object = {}): Case =>
    byOperator(async (seller) => {
      const path = `admin/identities/${await submitted(seller)}`;
      const reasons = decision === 'refuse' ? { reasons: [{ kind: 'selfie', code: 'expired' }] } : {};
      const other = await gateway().operator();
      const { body } = await other.call('POST', `/api/v1/${path}/decide`, { decision, ...reasons });
      return { path: `${path}/${move}`, body: { proposal_id: body.proposal.id, ...fields } };
    }, `an operator, ${decision}`);
  return {
    files: [
      {
        name: 'a document',
        prepare: async ({ apiKey }) => ({
          as: { 'x-api-key': apiKey, 'content-type': 'application/pdf' },
          path: 'files?purpose=identity_document',
          body: PDF,
        }),
      },
    ],
    'account/identity/submit': [
      {
        name: 'a person',
        prepare: async (seller) => {
          const files = Object.entries(await personFiles(seller));
          const documents = files.map(([kind, file_id]) => ({ kind, file_id }));
          const body = { identity_type: 'cnh', documents };
          return { as: { 'x-api-key': seller.apiKey }, path: 'account/identity/submit', body };
        },
      },
    ],
    'admin/identities/{id}/documents/{document_id}/open': [
      byOperator(async (seller) => {
        const id = await submitted(seller);
        const { body } = await seller.call('GET', '/api/v1/account/identity');
        return { path: `admin/identities/${id}/documents/${body.submission.documents[0].file_id}/open` };
      }),
    ],
    'admin/identities/{id}/decide': [
      byOperator(async (seller) => ({
        path: `admin/identities/${await submitted(seller)}/decide`,
        body: { decision: 'refuse', reasons: [{ kind: 'selfie', code: 'cut_off' }], note: 'seen' },
      })),
    ],
    'admin/identities/{id}/confirm': [onProposal('confirm', 'approve'), onProposal('confirm', 'refuse')],
    'admin/identities/{id}/send-back': [onProposal('send-back', 'approve', { note: 'look again' })],
  };
}
