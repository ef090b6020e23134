import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { get } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { useSandbox } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Action, type ActionName, actionGroups, callOf, examplesOf, missingIn } from './actions.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { runCall } from './run-call.ts';
import { RunResult } from './run-result.tsx';
import { SnippetCard } from './snippet-card.tsx';
import type { Call } from './snippets.ts';

/** The action is in the address, so that it can be shared. */
export function Page() {
  const { t } = useTranslation('integrations');
  const groups = actionGroups(useSandbox());
  const [search, setSearch] = useSearchParams();
  const actions = groups.flatMap(([, group]) => group);
  const action = actions.find(({ name }) => name === search.get('action')) ?? actions[0];
  const choose = (name: string) => setSearch({ action: name }, { replace: true });
  return (
    <>
      <PageHeader title={t('tryIt.title')} about={t('tryIt.about')} />
      <Field label={t('tryIt.action')} className="max-w-md">
        <Select value={action?.name} onChange={({ target }) => choose(target.value)}>
          {groups.map(([group, members]) => (
            <optgroup key={group} label={t(`tryIt.groups.${group}`)}>
              {members.map(({ name }) => (
                <option key={name} value={name}>
                  {t(`tryIt.actions.${name}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {action && <Workbench key={action.name} action={action} />}
    </>
  );
}

/** The latest charge is the most likely parameter. */
function useNewestCharge(isWanted: boolean): string {
  const { data } = useQuery({
    queryKey: ['charges', 'newest'],
    queryFn: () => get('/api/v1/charges', { query: { limit: 1 } }),
    enabled: isWanted,
  });
  return data?.data[0]?.id ?? '';
}

type TriedAction = Action & { name: ActionName };

function Workbench({ action }: { action: TriedAction }) {
  const { t } = useTranslation('integrations');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const [asking, setAsking] = useState(false);
  const newest = useNewestCharge(action.parameters.some(({ place }) => place === 'path'));
  const values = useMemo(
    () => ({ ...examplesOf(action), ...(newest && { id: newest }), ...typed }),
    [action, newest, typed],
  );
  const call = callOf(action, values, key);
  const missing = missingIn(action, values);
  const isSandbox = useSandbox();
  const mustAsk = action.method !== 'GET' && (action.asks || !isSandbox);
  // After an answer the next click is a new request with a new key.
  const run = useSend(
    (wanted: Call) => runCall(wanted),
    () => setKey(crypto.randomUUID()),
  );
  const start = () => {
    setAsking(false);
    run.mutate(call);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
      <Card title={t(`tryIt.actions.${action.name}`)}>
        <p className="font-mono text-small text-quiet wrap-anywhere">
          {action.method} {action.path}
        </p>
        <form
          className="grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (missing.length === 0 && !run.isPending) mustAsk ? setAsking(true) : start();
          }}
        >
          <ParameterFields
            parameters={action.parameters}
            values={values}
            onChange={(name, text) => setTyped({ ...typed, [name]: text })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={run.isPending} disabled={missing.length > 0}>
              {t('tryIt.run')}
            </Button>
            <p className="text-small text-quiet">{t(isSandbox ? 'tryIt.sandbox' : 'tryIt.live')}</p>
          </div>
        </form>
      </Card>
      <div className="grid min-w-0 gap-6">
        <SnippetCard call={call} />
        {run.error && <ErrorNotice error={run.error} />}
        {run.data && <RunResult ran={run.data} />}
      </div>
      <AskDialog open={asking} onOpenChange={setAsking} action={action} call={call} onConfirm={start} />
    </div>
  );
}

/** Shows the effect in words and as an API call. */
function AskDialog({
  action,
  call,
  ...rest
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  action: TriedAction;
  call: Call;
  onConfirm: () => void;
}) {
  const { t } = useTranslation('integrations');
  return (
    <ConfirmDialog
      {...rest}
      title={t('tryIt.confirmTitle')}
      about={t('tryIt.confirm', { action: t(`tryIt.actions.${action.name}`) })}
      action={t('tryIt.run')}
      busy={false}
      error={null}
    >
      <p className="font-mono text-small wrap-anywhere">
        {call.method} {call.path} {call.body && JSON.stringify(call.body)}
      </p>
    </ConfirmDialog>
  );
}
