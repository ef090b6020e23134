import { useTranslation } from 'react-i18next';
import { Badge } from '../../kit/badge.tsx';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import { CodeBlock } from './code-block.tsx';
import type { Ran } from './run-call.ts';

const FIRST_REFUSAL = 400;

/** The response: status, useful headers, and the body as text. */
export function RunResult({ ran }: { ran: Ran }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  return (
    <Card
      title={t('tryIt.answer')}
      action={
        <p role="status" className="flex items-center gap-3">
          <Badge tone={ran.status < FIRST_REFUSAL ? 'good' : 'bad'}>{ran.status}</Badge>
          <span className="text-quiet tabular-nums">{format.number(ran.milliseconds)} ms</span>
        </p>
      }
    >
      <dl className="grid gap-x-4 font-mono text-small sm:grid-cols-[max-content_minmax(0,1fr)]">
        {ran.headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock label={t('tryIt.answer')} text={ran.text} copy />
    </Card>
  );
}
