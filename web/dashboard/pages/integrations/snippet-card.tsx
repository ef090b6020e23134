import { Tabs } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/page.tsx';
import { CodeBlock } from './code-block.tsx';
import { type Call, curlOf, typescriptOf } from './snippets.ts';

const KINDS = [
  ['curl', 'curl', curlOf],
  ['typescript', 'TypeScript', typescriptOf],
] as const;

/** The same call as code. */
export function SnippetCard({ call }: { call: Call }) {
  const { t } = useTranslation('integrations');
  const { origin } = window.location;
  return (
    <Card title={t('tryIt.code')}>
      <p className="text-quiet">{t('tryIt.codeHint')}</p>
      <Tabs.Root defaultValue="curl" className="grid min-w-0 gap-3">
        <Tabs.List aria-label={t('tryIt.code')} className="flex gap-1 border-b">
          {KINDS.map(([kind, label]) => (
            <Tabs.Trigger
              key={kind}
              value={kind}
              className="-mb-px border-b-2 border-transparent px-3 py-2 text-quiet hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-accent"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {KINDS.map(([kind, label, write]) => (
          <Tabs.Content key={kind} value={kind} className="min-w-0" tabIndex={-1}>
            <CodeBlock label={label} text={write(origin, call)} copy />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Card>
  );
}
