import type { Profile } from '../profile.ts';
import { bancoDoBrasil } from './banco-do-brasil.ts';
import { bradesco } from './bradesco.ts';
import { efi } from './efi.ts';
import { generic } from './generic.ts';
import { inter } from './inter.ts';
import { itau } from './itau.ts';
import { santander } from './santander.ts';
import { sicoob } from './sicoob.ts';
import { sicredi } from './sicredi.ts';

const ALL = [efi, bancoDoBrasil, itau, santander, bradesco, inter, sicoob, sicredi, generic];

export const profiles: ReadonlyMap<string, Profile> = new Map(ALL.map((profile) => [profile.name, profile]));
