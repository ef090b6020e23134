import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { FILE_TYPES, MAX_UPLOAD_BYTES } from '../../files/purposes.ts';
import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { accountOf } from '../../http/principal.ts';
import { GatewayError, invalidField } from '../../kit/errors.ts';
import { fileShape, presentFile, uploadQuery } from './shapes.ts';
import { uploadFile } from './upload.ts';

const CONTENT_TYPES = [...FILE_TYPES, 'application/octet-stream'];

/** Bodies are held in memory: a process takes few of them at once, and one account some of those. */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_PER_ACCOUNT = 3;

/** In a scope of its own: here a body is the bytes of a file, elsewhere it is JSON. */
export function fileRoutes(root: App, deps: Deps): void {
  root.addHook('onClose', async () => deps.files.close());
  root.register(async (scope) => {
    const app = scope as unknown as App;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(CONTENT_TYPES, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const enter = uploadsInProgress();
    app.post('/api/v1/files', {
      config: { access: 'key', takes: CONTENT_TYPES, inactiveToo: true },
      bodyLimit: MAX_UPLOAD_BYTES,
      schema: {
        tags: ['Files'],
        summary: 'Upload a file: the body is its bytes',
        consumes: CONTENT_TYPES,
        querystring: uploadQuery,
        response: { 201: fileShape, ...errorAnswers },
      },
      onRequest: async (request, reply) => enter(accountOf(request), reply),
      handler: async (request, reply) => {
        const { body } = request;
        if (!Buffer.isBuffer(body) || body.length === 0)
          throw invalidField('body', 'must be the bytes of a file');
        const { purpose, name = null } = request.query;
        const answer = answerTo(request, reply, 201, presentFile);
        const sent = { accountId: accountOf(request), id: request.objectId, purpose, name, body };
        await uploadFile(deps, { ...sent, by: actorOf(request) }, answer);
        return answer.send();
      },
    });
  });
}

function uploadsInProgress(): (accountId: string, reply: FastifyReply) => void {
  const uploads = new Map<ServerResponse, string>();
  return (accountId, { raw }) => {
    const own = [...uploads.values()].filter((other) => other === accountId).length;
    if (uploads.size >= MAX_UPLOADS || own >= MAX_UPLOADS_PER_ACCOUNT) throw new GatewayError('OVERLOADED');
    uploads.set(raw, accountId);
    raw.once('close', () => uploads.delete(raw));
  };
}
