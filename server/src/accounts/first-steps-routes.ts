import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { exactObject, namedEnum, namedObject } from '../http/fields.ts';
import { principalOf } from '../http/principal.ts';
import { signedInOnly } from './auth/signed-in.ts';
import { type FirstSteps, findFirstSteps, hideFirstSteps, STEPS } from './first-steps.ts';

const PATH = '/api/v1/first-steps';
const tags = ['Account'];

const firstStepsShape = namedObject('FirstSteps', {
  object: Type.Literal('first_steps'),
  hidden: Type.Boolean({ description: 'Whether you put the list away; of this account, for you alone' }),
  steps: Type.Array(
    namedObject('FirstStep', {
      name: namedEnum('FirstStepName', STEPS),
      done: Type.Boolean(),
    }),
    { description: 'Those that you can take, in the order in which they are best taken' },
  ),
});

const hideBody = exactObject('HideFirstSteps', { hidden: Type.Boolean() });

export function firstStepsRoutes(app: App, deps: Deps): void {
  app.get(PATH, {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Get what is left to set up: each step is done when the account shows it',
      response: { 200: firstStepsShape, ...errorAnswers },
    },
    handler: async (request) => present(await findFirstSteps(deps, principalOf(request))),
  });
  app.put(PATH, {
    config: signedInOnly,
    schema: {
      tags,
      summary: 'Put the list of first steps away, or bring it back',
      body: hideBody,
      response: { 200: firstStepsShape, ...errorAnswers },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      await hideFirstSteps(deps, principal, request.body.hidden);
      return present(await findFirstSteps(deps, principal));
    },
  });
}

function present({ hidden, steps }: FirstSteps) {
  return { object: 'first_steps' as const, hidden, steps: [...steps] };
}
