import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { optionalBody } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, pageOf, presentList } from '../http/lists.ts';
import { GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { cnabRails } from '../providers/cnab/rail.ts';
import { isOpen } from './decide-return.ts';
import { type BankFile, OPEN_OUTCOMES } from './file.ts';
import { makeFile } from './make.ts';
import {
  bookReturn,
  bytesOf,
  keepReturn,
  MAX_RETURN_BYTES,
  previewOf,
  railOf,
  readFor,
  readKept,
} from './receive.ts';
import { bookSecondPayment } from './second-payment.ts';
import { recordDownload, recordSent } from './sent.ts';
import {
  bankFileDetailShape,
  bankFileShape,
  bankListShape,
  bookBody,
  fileListShape,
  filesQuery,
  lineListShape,
  lineShape,
  linesQuery,
  presentBank,
  presentDetail,
  presentFile,
  presentLine,
  secondPaymentBody,
  uploadQuery,
} from './shapes.ts';
import { countFiles, findCovenant, findFile, listFiles, listLines, waitingCount } from './store.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const CONTENT_TYPES = ['application/octet-stream', 'text/plain'];
const nameParams = Type.Object({ name: Type.String({ maxLength: 40 }) });
const ANY_LINE = /^\d{1,9}$/;

export function bankFileRoutes(app: App, deps: ChargeDeps): void {
  bankRoutes(app, deps);
  uploadRoute(app, deps);
  readRoutes(app, deps);
  lineRoute(app, deps);
  contentRoute(app, deps);
  changeRoutes(app, deps);
}

function bankRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/file-banks', {
    config,
    schema: {
      tags,
      summary: 'List the banks that take files, with what waits for the next one',
      response: { 200: bankListShape, ...errorAnswers },
    },
    handler: async () => {
      const data = await Promise.all(
        cnabRails(deps.rails).map(async ({ cnab }) => {
          const covenant = await findCovenant(deps.db, cnab.name);
          const waiting = await waitingCount(deps.db, cnab.name);
          return presentBank(cnab, { waiting, number: covenant?.file_number ?? 0 });
        }),
      );
      return { object: 'list' as const, data };
    },
  });
  app.post('/api/v1/admin/file-banks/:name/remittances', {
    config,
    schema: {
      tags,
      summary: 'Make a file of everything that waits for this bank, now',
      params: nameParams,
      response: { 201: bankFileShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const rail = railOf(deps, request.params.name);
      const answer = answerTo(request, reply, 201, (file: BankFile | null) => {
        if (!file) throw new GatewayError('INVALID_STATE', 'Nothing waits for this bank: no file was made');
        return presentFile(file);
      });
      await makeFile(deps, rail, { by: actorOf(request), cutOff: null }, answer);
      return answer.send();
    },
  });
}

/** In a scope of its own: here a body is the bytes of a file. */
function uploadRoute(root: App, deps: ChargeDeps): void {
  root.register(async (scope) => {
    const app = scope as unknown as App;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(CONTENT_TYPES, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/api/v1/admin/file-banks/:name/returns', {
      config: { ...config, takes: CONTENT_TYPES },
      bodyLimit: MAX_RETURN_BYTES,
      schema: {
        tags,
        summary: 'Upload a return of this bank: it is read and shown, and books nothing yet',
        description:
          'A damaged file is refused with the line and the positions. The same bytes again are the same file.',
        consumes: CONTENT_TYPES,
        params: nameParams,
        querystring: uploadQuery,
        response: { 201: bankFileShape, ...errorAnswers },
      },
      handler: async (request, reply) => {
        const rail = railOf(deps, request.params.name);
        const { body } = request;
        if (!Buffer.isBuffer(body) || body.length === 0)
          throw invalidField('body', 'must be the bytes of a file');
        const reading = readFor(rail.cnab, body);
        if (reading.problem) {
          const { message, place } = reading.problem;
          throw new GatewayError('VALIDATION_ERROR', `body: ${message}`, { body: message, ...place });
        }
        const { file_name: name = 'retorno.ret' } = request.query;
        const answer = answerTo(request, reply, 201, presentFile);
        const received = { id: request.objectId, name, bytes: body, by: actorOf(request) };
        await keepReturn(deps, rail, received, reading, answer);
        return answer.send();
      },
    });
  });
}

async function requireFile(deps: ChargeDeps, id: string): Promise<BankFile> {
  const file = isId(id) ? await findFile(deps.db, id) : null;
  if (!file) throw notFound('Bank file');
  return file;
}

function readRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/bank-files', {
    config,
    schema: {
      tags,
      summary: 'List files for banks and of banks, newest first',
      querystring: filesQuery,
      response: { 200: fileListShape, ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('bank_files', request.query);
      const { bank = null, direction = null } = request.query;
      const wanted = { below: page.below, bank, direction, limit: page.limit + 1, offset: page.offset };
      const [rows, total] = await Promise.all([listFiles(deps.db, wanted), countFiles(deps.db, wanted)]);
      return presentList(rows, page, total, (row) => row.id, presentFile);
    },
  });
  app.get('/api/v1/admin/bank-files/:id', {
    config,
    schema: {
      tags,
      summary: 'Get a file of a bank; of a return that is not booked, with the sums that do not add up',
      params: idParams,
      response: { 200: bankFileDetailShape, ...errorAnswers },
    },
    handler: async (request) => {
      const file = await requireFile(deps, request.params.id);
      if (file.state !== 'checked') return presentDetail(file, []);
      return presentDetail(file, (await readKept(deps, file)).file.differences);
    },
  });
}

function lineRoute(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/bank-files/:id/lines', {
    config,
    schema: {
      tags,
      summary: 'List what a return says of each title, and what became of it, or would if it were booked now',
      params: idParams,
      querystring: linesQuery,
      response: { 200: lineListShape, ...errorAnswers },
    },
    handler: async (request) => {
      const file = await requireFile(deps, request.params.id);
      const page = pageOf('bank_file_lines', request.query);
      if (page.after !== null && !ANY_LINE.test(page.after))
        throw invalidField('cursor', 'is not a cursor of this list');
      const onlyOpen = request.query.open !== undefined;
      const wanted = { after: Number(page.after ?? 0), onlyOpen, open: OPEN_OUTCOMES, limit: page.limit + 1 };
      const rows = await linesOf(deps, file, wanted);
      const { total: _, ...list } = presentList(rows, page, 0, ({ line }) => String(line), presentLine);
      return list;
    },
  });
}

type LinesWanted = Parameters<typeof listLines>[2];

/** Of a return that is not booked, they are worked out from its bytes. */
async function linesOf(deps: ChargeDeps, file: BankFile, wanted: LinesWanted) {
  if (file.direction !== 'return' || file.state === 'failed') return [];
  if (file.state === 'booked') return listLines(deps.db, file, wanted);
  const { cnab, file: read } = await readKept(deps, file);
  const { lines } = await previewOf(deps.db, cnab, read.occurrences);
  return lines
    .filter((line) => line.line > wanted.after && (!wanted.onlyOpen || isOpen(line)))
    .slice(0, wanted.limit);
}

function contentRoute(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/bank-files/:id/content', {
    config,
    schema: {
      tags,
      summary: 'Download a file of a bank, byte for byte; the audit log says that you did',
      produces: ['text/plain'],
      params: idParams,
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const file = await requireFile(deps, request.params.id);
      const bytes = await bytesOf(deps, file);
      await recordDownload(deps, file, actorOf(request));
      return sendContent(reply, file, bytes);
    },
  });
}

/** A browser saves it and never shows it as a page of this gateway. */
function sendContent(reply: FastifyReply, { id, name }: BankFile, bytes: Buffer) {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, '_');
  return reply
    .header('Content-Disposition', `attachment; filename="${id}.txt"; filename*=UTF-8''${encoded}`)
    .header('Content-Security-Policy', 'sandbox')
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/plain; charset=iso-8859-1')
    .send(bytes);
}

function changeRoutes(app: App, deps: ChargeDeps): void {
  const response = { 200: bankFileShape, ...errorAnswers };
  app.post('/api/v1/admin/bank-files/:id/book', {
    config,
    schema: {
      tags,
      summary: 'Book a return that was checked. What another file has booked already is not booked again',
      params: idParams,
      body: optionalBody(bookBody),
      response,
    },
    handler: async (request, reply) => {
      const { id } = await requireFile(deps, request.params.id);
      const answer = answerTo(request, reply, 200, presentFile);
      const acceptsDifferentSums = request.body?.accept_different_sums === true;
      await bookReturn(deps, id, { acceptsDifferentSums, by: actorOf(request) }, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/bank-files/:id/payments', {
    config,
    schema: {
      tags,
      summary: 'Book a payment that was taken for a repetition as another one: the payer paid twice',
      description:
        'Two returns that report a payment of one title, day and amount may mean one payment or two: only the statement of the account says which. The charge gives the second one back to its payer.',
      params: idParams,
      body: secondPaymentBody,
      response: { 200: lineShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const file = await requireFile(deps, request.params.id);
      const answer = answerTo(request, reply, 200, presentLine);
      await bookSecondPayment(deps, file, { ...request.body, by: actorOf(request) }, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/bank-files/:id/sent', {
    config,
    schema: {
      tags,
      summary: 'Record that you have handed a file to its bank',
      params: idParams,
      response,
    },
    handler: async (request, reply) => {
      const { id } = await requireFile(deps, request.params.id);
      const answer = answerTo(request, reply, 200, presentFile);
      await recordSent(deps, id, actorOf(request), answer);
      return answer.send();
    },
  });
}
