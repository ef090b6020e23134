import type { Request } from '../kit/call.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command that a person can run; bytes that a shell cannot hold come from printf. */
export function curlOf(base: string, { method, path, headers, body }: Request): string {
  const flags = Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const command = ['curl', '-i', '-X', method, quoted(base + path), ...flags].join(' ');
  if (body === undefined) return command;
  const bytes = Buffer.from(body);
  const isPlain = [...bytes].every((byte) => byte >= 0x20 && byte < 0x7f);
  if (isPlain) return `${command} --data-binary ${quoted(bytes.toString())}`;
  return `${printfOf(bytes)} | ${command} --data-binary @-`;
}

export function rawCommand(port: number, bytes: Buffer): string {
  return `${printfOf(bytes)} | nc -q 1 127.0.0.1 ${port}`;
}

function printfOf(bytes: Buffer): string {
  const escaped = [...bytes].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && !"'\\%".includes(String.fromCharCode(byte));
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${escaped.join('')}'`;
}
