import sharp from 'sharp';
import type { Answer, Seller, TestGateway } from './gateway.ts';

export const PDF = Buffer.from('%PDF-1.7\n% a document');

const COLORS = ['#a01020', '#1020a0', '#20a010', '#808020'];
let drawn = 0;

/** A photograph of something, never the same twice. */
export async function photograph(side = 60): Promise<Buffer> {
  drawn += 1;
  const background = COLORS[drawn % COLORS.length] ?? '#333333';
  return sharp({ create: { width: side + drawn, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

export function uploadDocument(seller: Seller, body: Buffer | string): Promise<Answer> {
  return seller.call('POST', '/api/v1/files?purpose=identity_document', body, {
    'content-type': 'application/octet-stream',
  });
}

export async function uploaded(seller: Seller, body?: Buffer): Promise<string> {
  const sent = await uploadDocument(seller, body ?? (await photograph()));
  if (sent.status !== 201) throw new Error(`an upload answered ${sent.status}: ${sent.raw}`);
  return sent.body.id;
}

export type Files = Record<string, string>;

/** What a person is asked for. */
export async function personFiles(seller: Seller): Promise<Files> {
  return {
    identity_front: await uploaded(seller),
    identity_back: await uploaded(seller),
    selfie: await uploaded(seller),
  };
}

export function submit(
  seller: Seller,
  files: Files,
  { type = 'cnh', headers = {} }: { type?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const documents = Object.entries(files).map(([kind, file_id]) => ({ kind, file_id }));
  const body = { identity_type: type, documents };
  return seller.call('POST', '/api/v1/account/identity/submit', body, headers);
}

/** Sends all that is asked of a person, and answers with the id of the submission. */
export async function submitted(seller: Seller): Promise<string> {
  const { status, body, raw } = await submit(seller, await personFiles(seller));
  if (status !== 201) throw new Error(`a submission answered ${status}: ${raw}`);
  return body.submission.id;
}

const propose = (operator: Seller, id: string, body: object) =>
  operator.call('POST', `/api/v1/admin/identities/${id}/decide`, body);

/** Proposed by one operator and confirmed by the other. */
export async function decideBoth(
  operators: readonly [Seller, Seller],
  id: string,
  body: object,
): Promise<void> {
  const proposed = await propose(operators[0], id, body);
  const confirm = { proposal_id: proposed.body.proposal.id };
  const { status, raw } = await operators[1].call('POST', `/api/v1/admin/identities/${id}/confirm`, confirm);
  if (status !== 200) throw new Error(`a confirmation answered ${status}: ${raw}`);
}

export const REFUSED = {
  decision: 'refuse',
  reasons: [
    { kind: 'identity_back', code: 'unreadable' },
    { kind: 'selfie', code: 'mismatch' },
  ],
  note: 'O rosto não parece o da foto',
};

/** A seller in each state of its identity, and a proposal of `operators[0]` that waits. */
export async function fillIdentities(gateway: TestGateway, operators: readonly [Seller, Seller]) {
  const seller = (name: string) => gateway.seller(name);
  const waiting = await seller('Ateliê Enviado');
  const reviewed = await seller('Doces da Bia');
  const refused = await seller('Oficina do Zé');
  const approved = await seller('Livraria Central');
  await submitted(waiting);
  const proposed = await submitted(reviewed);
  await propose(operators[0], proposed, REFUSED);
  await decideBoth(operators, await submitted(refused), REFUSED);
  await decideBoth(operators, await submitted(approved), { decision: 'approve' });
  return { waiting, reviewed, refused, approved, proposed };
}
