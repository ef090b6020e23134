import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, get, post, put, remove } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyIcon } from '../../kit/copy.tsx';
import { dayFrom } from '../../kit/days.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';

type Domain = Answer<'/api/v1/account/domain'>;
type Status = NonNullable<Domain['status']>;

const TONES: Record<Status, Tone> = { pending: 'info', verified: 'good', failing: 'note' };

/** The seller's own address for its payment pages: named, proven by DNS records, in use. */
export function DomainCard() {
  const { t } = useTranslation('settings');
  const query = useQuery({ queryKey: ['domain'], queryFn: () => get('/api/v1/account/domain') });
  const status = query.data?.status;
  return (
    <Card
      title={t('domain.title')}
      action={status && <Badge tone={TONES[status]}>{t(`domain.status.${status}`)}</Badge>}
    >
      <Loaded query={query}>
        {(domain) => (domain.host ? <Claimed domain={domain} host={domain.host} /> : <HostForm />)}
      </Loaded>
    </Card>
  );
}

function HostForm() {
  const { t } = useTranslation('settings');
  const form = useApiForm<{ host: string }, Domain>({
    values: { host: '' },
    send: ({ host }) => put('/api/v1/account/domain', { body: { host: host.trim() } }),
  });
  return (
    <>
      <p className="max-w-prose text-quiet">{t('domain.about')}</p>
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <Field
          label={t('domain.host')}
          hint={t('domain.hostHint')}
          error={form.errorOf('host')}
          className="max-w-md"
        >
          <Input
            placeholder="pagar.sualoja.com.br"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            maxLength={253}
            {...form.register('host', { required: true })}
          />
        </Field>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div>
          <Button type="submit" busy={form.busy}>
            {t('domain.use')}
          </Button>
        </div>
      </form>
    </>
  );
}

function Claimed({ domain, host }: { domain: Domain; host: string }) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const check = useSend(
    () => post('/api/v1/account/domain/verify'),
    ({ status }) => status === 'verified' && notify(t('domain.isVerified')),
  );
  const isVerified = domain.status === 'verified';
  const checkButton = (
    <Button
      variant={isVerified ? 'second' : 'primary'}
      busy={check.isPending}
      onClick={() => check.mutate(undefined)}
    >
      {t('domain.check')}
    </Button>
  );
  return (
    <>
      <p className="text-title font-semibold wrap-anywhere">{host}</p>
      <Warning domain={domain} />
      {isVerified ? (
        <>
          <p className="max-w-prose">{t('domain.inUse', { url: domain.url })}</p>
          <Disclosure title={t('domain.records')}>
            <div className="grid gap-3 pt-3">
              <Records domain={domain} />
              <p className="text-small text-quiet">{t('domain.keep')}</p>
            </div>
          </Disclosure>
        </>
      ) : (
        <Steps domain={domain} />
      )}
      <Finding domain={domain} />
      {check.error && <ErrorNotice error={check.error} />}
      <div className="flex flex-wrap items-center gap-2">
        {checkButton}
        <RemoveButton host={host} isInUse={domain.status !== 'pending'} />
      </div>
    </>
  );
}

/** What links do, or will do, because the records are gone. */
function Warning({ domain: { switched_off_at: off, switches_off_at: offAt } }: { domain: Domain }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  if (!off && !offAt) return null;
  return (
    <p className="rounded-lg bg-note-ground p-4 font-semibold text-note">
      {offAt
        ? t('domain.switchesOff', { date: format.day(dayFrom(Date.parse(offAt))) })
        : t('domain.switchedOff')}
    </p>
  );
}

function Steps({ domain }: { domain: Domain }) {
  const { t } = useTranslation('settings');
  return (
    <ol className="grid gap-4">
      <Step number={1}>{t('domain.steps.open')}</Step>
      <Step number={2}>
        {t('domain.steps.create')}
        <Records domain={domain} />
        <span className="text-small text-quiet">{t('domain.steps.apex')}</span>
      </Step>
      <Step number={3}>{t('domain.steps.check')}</Step>
    </ol>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      <span
        aria-hidden="true"
        className="grid size-6 place-items-center rounded-full bg-hover text-small font-semibold tabular-nums"
      >
        {number}
      </span>
      <div className="grid min-w-0 gap-3">{children}</div>
    </li>
  );
}

/** Under each other on a phone: names and values are long, and each is copied by itself. */
function Records({ domain }: { domain: Domain }) {
  const { t } = useTranslation('settings');
  return (
    <ul className="grid gap-3">
      {domain.records.map((record) => (
        <li key={record.type} className="grid gap-2 rounded-lg border p-3">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong>{record.type}</strong>
            <span className="text-small text-quiet">{t(`domain.purpose.${record.purpose}`)}</span>
          </p>
          <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
            {(['name', 'value'] as const).map((part) => (
              <div key={part} className="contents">
                <dt className="self-center text-small text-quiet">{t(`domain.${part}`)}</dt>
                <dd className="flex min-w-0 items-center gap-1 max-sm:justify-between">
                  <code className="min-w-0 font-mono text-small wrap-anywhere">{record[part]}</code>
                  <CopyIcon
                    text={record[part]}
                    label={t('domain.copy', { part: t(`domain.${part}`), type: record.type })}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** What the last look-up showed, and what follows from it. */
function Finding({ domain }: { domain: Domain }) {
  const { t } = useTranslation('settings');
  if (!domain.checked_at || !domain.finding) return null;
  const isFine = domain.finding === 'ok' && domain.status === 'verified';
  const seen = domain.found?.texts ?? [];
  const when = (
    <p className="text-small">
      {t('domain.checked')} <Instant at={domain.checked_at} />
    </p>
  );
  if (isFine) return <div className="text-quiet">{when}</div>;
  return (
    <div role="status" className="grid gap-2 rounded-lg bg-note-ground p-4 text-note">
      <p>
        {t(`domain.finding.${domain.finding}`, {
          ...{ name: domain.records[0]?.name, host: domain.host, type: domain.records[1]?.type },
        })}
      </p>
      {domain.finding === 'other_value' && seen.length > 0 && (
        <p className="text-small wrap-anywhere">
          {t('domain.seen')} {seen.map((text) => `“${text}”`).join(', ')}
        </p>
      )}
      {when}
    </div>
  );
}

function RemoveButton({ host, isInUse }: { host: string; isInUse: boolean }) {
  const { t } = useTranslation('settings');
  const notify = useNotify();
  const [asked, setAsked] = useState(false);
  const removal = useSend(
    () => remove('/api/v1/account/domain'),
    () => {
      setAsked(false);
      notify(t('domain.removed'));
    },
  );
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {t('domain.remove')}
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('domain.removeTitle', { host })}
        about={t(isInUse ? 'domain.removeInUse' : 'domain.removePending')}
        action={t('domain.remove')}
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate(undefined)}
      />
    </>
  );
}
