/**
 * The tables of FEBRABAN, CNAB 240, version 10.6, written down a second time and in another way than those of the
 * writer, so that a mistake in one is found by the other. An entry is positions and content: N digits, A text,
 * B blanks, Z zeros, D a date, d a date or zeros, H a time, =x exactly x.
 */
export type Content = { readonly from: number; readonly to: number; readonly type: string };

export type RecordKind = '0' | '1' | 'P' | 'Q' | 'R' | '5' | '9';

const FEBRABAN: Readonly<Record<RecordKind, string>> = {
  '0': `1-3 N,4-7 =0000,8 =0,9-17 B,18 N,19-32 N,33-52 A,53-57 N,58 A,59-70 N,71 A,72 A,73-102 A,103-132 A,133-142 B,
    143 =1,144-151 D,152-157 H,158-163 N,164-166 N,167-171 N,172-191 A,192-211 A,212-240 B`,
  '1': `1-3 N,4-7 N,8 =1,9 =R,10-11 =01,12-13 B,14-16 N,17 B,18 N,19-33 N,34-53 A,54-58 N,59 A,60-71 N,72 A,73 A,
    74-103 A,104-143 A,144-183 A,184-191 N,192-199 D,200-207 d,208-240 B`,
  P: `1-3 N,4-7 N,8 =3,9-13 N,14 =P,15 B,16-17 N,18-22 N,23 A,24-35 N,36 A,37 A,38-57 A,58 N,59 N,60 A,61 N,62 A,
    63-77 A,78-85 D,86-100 N,101-105 N,106 A,107-108 N,109 A,110-117 D,118 N,119-126 d,127-141 N,142 N,143-150 d,
    151-165 N,166-180 N,181-195 N,196-220 A,221 N,222-223 N,224 N,225-227 A,228-229 N,230-239 N,240 A`,
  Q: `1-3 N,4-7 N,8 =3,9-13 N,14 =Q,15 B,16-17 N,18 N,19-33 N,34-73 A,74-113 A,114-128 A,129-133 N,134-136 N,137-151 A,
    152-153 A,154 N,155-169 N,170-209 A,210-212 N,213-232 A,233-240 B`,
  R: `1-3 N,4-7 N,8 =3,9-13 N,14 =R,15 B,16-17 N,18 N,19-26 d,27-41 N,42 N,43-50 d,51-65 N,66 A,67-74 d,75-89 N,90-99 A,
    100-139 A,140-179 A,180-199 B,200-207 N,208-210 N,211-215 N,216 A,217-228 N,229 A,230 A,231 N,232-240 B`,
  '5': `1-3 N,4-7 N,8 =5,9-17 B,18-23 N,24-29 N,30-46 N,47-52 N,53-69 N,70-75 N,76-92 N,93-98 N,99-115 N,116-123 A,
    124-240 B`,
  '9': '1-3 N,4-7 =9999,8 =9,9-17 B,18-23 N,24-29 N,30-35 N,36-240 B',
};

/** What the manuals of the banks say otherwise, with the versions that they ask for. */
const BANKS: Readonly<Record<string, Readonly<Partial<Record<RecordKind, string>>>>> = {
  '237': { '0': '33-52 N,164-166 =084', '1': '14-16 =042,34-53 N', P: '38-57 N|P' },
  '341': {
    '0': '33-52 B,53 Z,54-57 N,58 B,59-65 Z,66-70 N,71 B,72 N,164-166 =040,212-225 B,226-228 Z,229-240 B',
    '1': '12-13 Z,14-16 =030,34-53 B,54 Z,55-58 N,59 B,60-66 Z,67-71 N,72 B,73 N',
    P: `18 Z,19-22 N,23 B,24-30 Z,31-35 N,36 B,37 N,38-49 N,50-57 B,58-62 Z,63-72 A,73-77 B,106 Z,118 Z,142 Z,
      225-226 N,227-239 Z,240 B`,
  },
  '001': {
    '0': '33-41 N,42-45 =0014,46-50 N,51-52 B,164-166 =083',
    '1': '14-16 =042,34-42 N,43-46 =0014,47-51 N,52-53 B',
    P: '38-54 N,55-57 B,224-227 Z',
    '5': '24-115 Z',
  },
  '033': {
    '0': '9-16 B,17 N,18-32 N,33-47 N,48-72 B,152-157 B,164-166 =040,167-240 B',
    '1': '14-16 =030,34-53 B,54-68 N,69-73 B,200-240 B',
    P: '18-32 N,33-42 N,43-44 B,45-57 N,58 A,60 N,61-62 B,101-105 N,225 Z,226-227 N,228-229 =00,230-240 B',
    Q: '210-221 N,222-240 B',
    R: '42-65 B,180-240 B',
    '5': '24-240 B',
    '9': '30-240 B',
  },
  '104': {
    '0': '33-52 Z,59-64 N,65-72 Z,164-166 =101,167-171 Z',
    '1': '12-13 Z,14-16 =060,34-39 N,40-53 Z,60-65 N,66-72 N,73 Z',
    P: '24-29 N,30-37 Z,38-57 N,60 =2,63-73 A,74-77 B,101-106 Z,225-227 N,228-229 =09,230-239 Z',
    R: '200-240 B',
    '5': '93-240 B',
    '9': '30-240 B',
  },
  '756': { '0': '33-52 B,164-166 =081', '1': '14-16 =040,34-53 B', P: '38-52 N,53-57 B,225-227 B' },
  '748': {
    '0': '33-52 B,58 B,164-166 =081,167-171 =01600',
    '1': '14-16 =040,34-53 B,59 B',
    P: '23 B,38-46 N,47-57 B,224 =1,225-227 =060,228-229 =09',
  },
};

export const KNOWN_BANKS: readonly string[] = Object.keys(BANKS);

const KINDS = Object.keys(FEBRABAN) as RecordKind[];
const FEBRABAN_ONLY = '';
const TABLES: ReadonlyMap<string, readonly Content[]> = new Map(
  [FEBRABAN_ONLY, ...KNOWN_BANKS].flatMap((bank) =>
    KINDS.map((kind) => [bank + kind, builtTable(bank, kind)] as const),
  ),
);

/** Of a bank that is not known here, FEBRABAN's. */
export function tableOf(bank: string, kind: RecordKind): readonly Content[] {
  return TABLES.get(bank + kind) ?? TABLES.get(FEBRABAN_ONLY + kind) ?? [];
}

function builtTable(bank: string, kind: RecordKind): readonly Content[] {
  const own = parsed(BANKS[bank]?.[kind] ?? '');
  const base = parsed(FEBRABAN[kind]).filter(
    ({ from, to }) => !own.some((each) => each.from <= to && from <= each.to),
  );
  return [...base, ...own].sort((a, b) => a.from - b.from);
}

function parsed(table: string): Content[] {
  return table
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [positions = '', type = ''] = entry.split(' ');
      const [from, to = from] = positions.split('-').map(Number);
      return { from: from ?? 0, to: to ?? 0, type };
    });
}
