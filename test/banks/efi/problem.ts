/** A refusal as one of the two hosts words it. */
export class Problem extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** The host of boletos. Refusals of the application come with status 500. */
export function chargeProblem(code: number, message: string, status = 500): Problem {
  return new Problem(status, { code, error: 'application_error', error_description: message });
}

export function schemaProblem(property: string, message: string): Problem {
  return new Problem(400, {
    code: 3_500_034,
    error: 'validation_error',
    error_description: { property, message },
  });
}

/** The host of PIX. */
export function pixProblem(status: number, nome: string, mensagem: string): Problem {
  return new Problem(status, { nome, mensagem });
}
