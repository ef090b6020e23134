import type { Session } from './session.ts';

/** How mails leave this gateway, for pages without a session: the document says it, the same to everyone. */
export function mailDelivery(): Session['mail'] {
  const said = document.getElementById('app')?.dataset.mail;
  return said === 'outbox' || said === 'off' ? said : 'smtp';
}
