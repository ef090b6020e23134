import { posix } from 'node:path';
import typescript from 'typescript';

export type SourceText = { readonly path: string; readonly text: string };
export type Fault = {
  readonly rule: Rule;
  readonly path: string;
  readonly line: number;
  readonly message: string;
};

/** Import only downward or inside your own folder. A new folder needs an entry here. */
const FLOORS: Readonly<Record<string, number>> = {
  kit: 0,
  brazil: 1,
  qr: 1,
  net: 1,
  db: 2,
  audit: 3,
  ledger: 3,
  jobs: 3,
  events: 3,
  files: 3,
  mail: 3,
  providers: 3,
  write: 4,
  retention: 4,
  http: 5,
  accounts: 6,
  alerts: 6,
  catalog: 7,
  balance: 7,
  webhooks: 7,
  charges: 8,
  'bank-files': 9,
  html: 9,
  reconciliation: 9,
  operators: 10,
  checkout: 10,
  notifications: 10,
  site: 10,
  sandbox: 10,
  testing: 10,
};
/** Floors of the dashboard: pages import the kit and the API, the shell imports pages, `web/dashboard/*.tsx` imports all. */
const DASHBOARD_FLOORS: Readonly<Record<string, number>> = { text: 0, api: 0, kit: 1, pages: 2, shell: 3 };
const DASHBOARD_TOP_FLOOR = 4;
const TOP_FLOOR = 11;
const TOP_FILES = [
  'app.ts',
  'assemble.ts',
  'describe.ts',
  'installation.ts',
  'parts.ts',
  'main.ts',
  'testing-gateway.ts',
  'testing.ts',
  'worker.ts',
];

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;

const EMPTY_WORDS = [
  ...['service', 'repository', 'dto', 'impl', 'util', 'helper', 'manager', 'controller'],
  ...['services', 'repositories', 'dtos', 'impls', 'utils', 'helpers', 'managers', 'controllers'],
];

/** Folders whose names and comments must keep the rule `plain words`. */
export const PLAIN_FOLDERS: readonly string[] = [
  'server/src/',
  'bench/',
  'proof/',
  'scripts/',
  'web/',
  'sdk/src/',
  'cli/',
];

/** Words of an old dialect, not of the trade: say user, caller, no provider, notified, received. */
const DIALECT = [
  ...['whoever', 'nobody', 'somebody', 'anybody', 'everybody'],
  ...['rung', 'told', 'hears', 'heard', 'aloud'],
];
/** Ordinary words in a sentence, but not in a name: say delete, clear, wait and send. */
const DIALECT_NAMES = [...DIALECT, 'forget', 'forgotten', 'outwait', 'tell'];
/** `QUEUES_A_POLL`, `MOST_TRIES`, `ROUNDS_AT_MOST`: say PER, MAX and MIN. */
const DIALECT_CONSTANT =
  /^[A-Z0-9]+(_[A-Z0-9]+)*_AN?_[A-Z0-9_]+$|^(MOST|LEAST|LONGEST|LARGEST|FARTHEST|SHORTEST|SMALLEST)_|_(MOST|LEAST)$/;

/** Where the machine's own clock and chance may be asked. */
const CLOCK_AND_CHANCE = ['server/src/kit/clock.ts', 'server/src/kit/ids.ts'];
const DECIMAL_ARITHMETIC = ['server/src/kit/money.ts'];

// Put together so that this file does not break its own rule.
const UNFINISHED = new RegExp(
  `\\b(${['TO', 'FIX'].map((half, at) => half + ['DO', 'ME'][at]).join('|')})\\b`,
);

type Report = (node: typescript.Node | number, message: string) => void;
type Check = (file: ParsedFile, report: Report) => void;
type ParsedFile = SourceText & {
  readonly tree: typescript.SourceFile;
  readonly isTest: boolean;
  readonly isServer: boolean;
};

const CHECKS = {
  floors: checkFloors,
  'file length': checkFileLength,
  'function length': checkFunctionLength,
  'file name': checkFileName,
  'empty word': checkEmptyWords,
  'clock and chance': checkClockAndChance,
  'decimal arithmetic': checkDecimalArithmetic,
  'unfinished work': checkUnfinishedWork,
  any: checkAny,
  barrel: checkBarrel,
  'default export': checkDefaultExport,
  'provider in a transaction': checkProviders,
  'transaction outside write': checkTransactions,
  'plain words': checkPlainWords,
} satisfies Record<string, Check>;

export type Rule = keyof typeof CHECKS;
export const RULES = Object.keys(CHECKS) as Rule[];

export function findFaults(sources: readonly SourceText[]): Fault[] {
  return sources.map(parse).flatMap((file) => RULES.flatMap((rule) => faultsOf(rule, file)));
}

function faultsOf(rule: Rule, file: ParsedFile): Fault[] {
  const faults: Fault[] = [];
  CHECKS[rule](file, (where, message) => {
    const line = typeof where === 'number' ? where : lineOf(file.tree, where.getStart(file.tree));
    faults.push({ rule, path: file.path, line, message });
  });
  return faults;
}

function parse(source: SourceText): ParsedFile {
  return {
    ...source,
    tree: typescript.createSourceFile(source.path, source.text, typescript.ScriptTarget.Latest, true),
    isTest: /\.test\.tsx?$/.test(source.path) || source.path.startsWith('test/'),
    isServer: source.path.startsWith('server/src/'),
  };
}

function checkFloors(file: ParsedFile, report: Report): void {
  if (file.isTest || !(file.isServer || file.path.startsWith(DASHBOARD))) return;
  const own = placeOf(file.path);
  if (!own) {
    report(1, 'stands in a folder without a floor: give it one in tidy-rules.ts');
    return;
  }
  for (const { node, specifier } of importsOf(file)) {
    if (!specifier.startsWith('.')) continue;
    const target = posix.join(posix.dirname(file.path), specifier);
    const place = placeOf(target);
    if (!file.isServer && !target.startsWith(DASHBOARD)) {
      if (!FROM_ELSEWHERE.test(target)) report(node, `imports ${target}, which is not for browsers`);
    } else if (!place) report(node, `imports ${target}, which has no floor`);
    else if (place.folder !== own.folder && place.floor >= own.floor) {
      const direction = place.floor === own.floor ? 'sideways' : 'upward';
      report(
        node,
        `imports ${direction}: ${own.folder} (floor ${own.floor}) from ${place.folder} (floor ${place.floor})`,
      );
    }
  }
}

const DASHBOARD = 'web/dashboard/';
/** What browsers may share with the server: pure rules, names of events, the client's types. */
const FROM_ELSEWHERE = /^(server\/src\/(kit|brazil)\/|server\/src\/events\/catalogue\.ts$|sdk\/src\/)/;

function placeOf(path: string): { folder: string; floor: number } | undefined {
  if (path.startsWith(DASHBOARD)) {
    const [first = '', ...rest] = path.slice(DASHBOARD.length).split('/');
    if (rest.length === 0) return { folder: 'the dashboard', floor: DASHBOARD_TOP_FLOOR };
    const floor = DASHBOARD_FLOORS[first];
    return floor === undefined ? undefined : { folder: first, floor };
  }
  const [, folder = '', rest] = /^server\/src\/([^/]+)(\/.+)?$/.exec(path) ?? [];
  if (rest === undefined) return TOP_FILES.includes(folder) ? { folder: 'top', floor: TOP_FLOOR } : undefined;
  const floor = FLOORS[folder];
  return floor === undefined ? undefined : { folder, floor };
}

/** Imports and re-exports of values and types, dynamic imports, and types taken by `import('…')`. */
function importsOf(file: ParsedFile): { node: typescript.Node; specifier: string }[] {
  const found: { node: typescript.Node; specifier: string }[] = [];
  visit(file.tree, (node) => {
    const literal = specifierOf(node);
    if (literal && typescript.isStringLiteralLike(literal)) found.push({ node, specifier: literal.text });
  });
  return found;
}

function specifierOf(node: typescript.Node): typescript.Node | undefined {
  if (typescript.isImportDeclaration(node) || typescript.isExportDeclaration(node))
    return node.moduleSpecifier;
  if (typescript.isImportTypeNode(node) && typescript.isLiteralTypeNode(node.argument))
    return node.argument.literal;
  if (!typescript.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === typescript.SyntaxKind.ImportKeyword;
  return isImport || node.expression.getText() === 'require' ? node.arguments[0] : undefined;
}

function checkFileLength(file: ParsedFile, report: Report): void {
  const lines = file.text.replace(/\n$/, '').split('\n').length;
  if (lines > MAX_FILE_LINES) report(lines, `has ${lines} lines, more than ${MAX_FILE_LINES}`);
}

function checkFunctionLength(file: ParsedFile, report: Report): void {
  visit(file.tree, (node) => {
    if (!typescript.isFunctionLike(node) || isSuiteOfTests(node)) return;
    const first = lineOf(file.tree, node.getStart(file.tree));
    const lines = lineOf(file.tree, node.getEnd()) - first + 1;
    if (lines > MAX_FUNCTION_LINES)
      report(node, `a function has ${lines} lines, more than ${MAX_FUNCTION_LINES}`);
  });
}

/** What is passed to `describe` is a list of tests, not a function one reads from top to bottom. */
function isSuiteOfTests(node: typescript.Node): boolean {
  return typescript.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
}

function checkFileName(file: ParsedFile, report: Report): void {
  const word = '[a-z0-9]+(-[a-z0-9]+)*';
  for (const part of file.path.split('/')) {
    if (!new RegExp(`^${word}(\\.${word})*$`).test(part)) report(1, `"${part}" is not in kebab-case`);
    const empty = part.split(/[-.]/).find((each) => EMPTY_WORDS.includes(each));
    if (empty) report(1, `"${part}" says "${empty}": name what it is or does`);
  }
}

/** Only the names that others use: `const controller = new AbortController()` is not checked. */
function checkEmptyWords(file: ParsedFile, report: Report): void {
  visit(file.tree, (node) => {
    const name = declaredName(node);
    const lastWord = name
      ?.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[ _]/)
      .at(-1)
      ?.toLowerCase();
    if (lastWord && EMPTY_WORDS.includes(lastWord))
      report(node, `"${name}" ends in "${lastWord}": name what it is or does`);
  });
}

function declaredName(node: typescript.Node): string | undefined {
  const isNamed =
    typescript.isClassDeclaration(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isFunctionDeclaration(node);
  return isNamed ? node.name?.text : undefined;
}

function checkClockAndChance(file: ParsedFile, report: Report): void {
  if (!file.isServer || file.isTest || CLOCK_AND_CHANCE.includes(file.path)) return;
  visit(file.tree, (node) => {
    const asked = whatIsAsked(node);
    if (asked) report(node, `${asked}: ask the clock or the ids in deps`);
  });
}

function whatIsAsked(node: typescript.Node): string | undefined {
  if (typescript.isPropertyAccessExpression(node)) {
    const text = node.getText();
    return text === 'Date.now' || text === 'Math.random' ? text : undefined;
  }
  const isDate = (callee: typescript.Expression) => typescript.isIdentifier(callee) && callee.text === 'Date';
  if (typescript.isCallExpression(node)) return isDate(node.expression) ? 'Date()' : undefined;
  if (!typescript.isNewExpression(node) || (node.arguments ?? []).length > 0) return undefined;
  return isDate(node.expression) ? 'new Date()' : undefined;
}

function checkDecimalArithmetic(file: ParsedFile, report: Report): void {
  if (!file.isServer || file.isTest || DECIMAL_ARITHMETIC.includes(file.path)) return;
  visit(file.tree, (node) => {
    if (typescript.isIdentifier(node) && (node.text === 'parseFloat' || node.text === 'toFixed')) {
      report(node, `${node.text}: decimal reais are made and read in kit/money.ts only`);
    }
  });
}

function checkUnfinishedWork(file: ParsedFile, report: Report): void {
  file.text.split('\n').forEach((line, at) => {
    if (UNFINISHED.test(line)) report(at + 1, 'leaves work for later: do it or open an issue');
  });
}

/** Elsewhere a named type may be any where the linter was told why; a cast may not. */
function checkAny(file: ParsedFile, report: Report): void {
  visit(file.tree, (node) => {
    if (node.kind !== typescript.SyntaxKind.AnyKeyword) return;
    const isCast =
      typescript.isAsExpression(node.parent) || typescript.isTypeAssertionExpression(node.parent);
    if (file.isServer || isCast) report(node, 'says any: say what it is, or unknown');
  });
}

function checkBarrel(file: ParsedFile, report: Report): void {
  const name = posix.basename(file.path);
  if (/^index\./.test(name)) report(1, 'is named like a barrel: import from the file that has the thing');
  const { statements } = file.tree;
  const onlyPassesOn = statements.every(
    (each) => typescript.isExportDeclaration(each) && each.moduleSpecifier,
  );
  if (statements.length > 0 && onlyPassesOn) report(1, 'only passes on what other files export');
}

function checkDefaultExport(file: ParsedFile, report: Report): void {
  if (!file.isServer) return;
  visit(file.tree, (node) => {
    const isDefault =
      typescript.isExportAssignment(node) || node.kind === typescript.SyntaxKind.DefaultKeyword;
    if (isDefault) report(node, 'exports a default: give it its name');
  });
}

/** A provider talks to the outside world, and no transaction may be open while it does. */
function checkProviders(file: ParsedFile, report: Report): void {
  if (!file.path.startsWith('server/src/providers/') || file.isTest) return;
  for (const { node, specifier } of importsOf(file)) {
    if (/(^|\/)db\/transaction\.ts$/.test(specifier)) report(node, 'a provider imports db/transaction.ts');
  }
  visit(file.tree, (node) => {
    if (typescript.isIdentifier(node) && node.text === 'Tx')
      report(node, 'a provider knows an open transaction');
  });
}

function checkPlainWords(file: ParsedFile, report: Report): void {
  if (file.isTest || !PLAIN_FOLDERS.some((folder) => file.path.startsWith(folder))) return;
  visitTokens(file.tree, (token) => {
    if (typescript.isIdentifier(token) && isDeclared(token)) {
      const name = token.text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
      const word = dialectIn(name, DIALECT_NAMES);
      if (word) report(token, `"${token.text}" says "${word}"`);
      if (DIALECT_CONSTANT.test(token.text)) report(token, `"${token.text}": say PER, MAX or MIN`);
    }
    // Between two tokens stand only white space and comments.
    const comment = file.text.slice(token.getFullStart(), token.getStart(file.tree));
    const word = dialectIn(comment);
    if (word) report(token, `a comment says "${word}"`);
  });
}

/** A name that another file gave is that file's to change. */
function isDeclared(name: typescript.Identifier): boolean {
  const { parent } = name;
  const isUsed = typescript.isPropertyAccessExpression(parent) || typescript.isPropertyAssignment(parent);
  return !isUsed && (parent as { name?: typescript.Node }).name === name;
}

export function dialectIn(text: string, words: readonly string[] = DIALECT): string | undefined {
  return new RegExp(`\\b(${words.join('|')})\\b`, 'i').exec(text)?.[0];
}

function visitTokens(node: typescript.Node, see: (token: typescript.Node) => void): void {
  const children = node.getChildren().filter((child) => !typescript.isJSDoc(child));
  if (children.length === 0) see(node);
  for (const child of children) visitTokens(child, see);
}

/** Where a transaction may begin: the write path, the file that has it, and what prepares a database. */
const OPENS_TRANSACTIONS =
  /^server\/src\/(write\/|db\/(transaction|migrate|positions|distributed\/(checks|positions))\.ts$)/;

/** Every change of money or state goes through write/: no other file opens a transaction. */
function checkTransactions(file: ParsedFile, report: Report): void {
  if (!file.isServer || file.isTest || OPENS_TRANSACTIONS.test(file.path)) return;
  visit(file.tree, (node) => {
    if (typescript.isIdentifier(node) && node.text === 'runTransaction')
      report(node, 'opens a transaction: give write/ an operation instead');
    const isText =
      typescript.isStringLiteralLike(node) &&
      /^\s*begin\b(?! isolation level repeatable read, read only)/i.test(node.text);
    if (isText && /\.query$/.test(calleeOf(node))) report(node, 'begins a transaction by SQL');
  });
}

function calleeOf(node: typescript.Node): string {
  return typescript.isCallExpression(node.parent) ? node.parent.expression.getText() : '';
}

function visit(node: typescript.Node, see: (node: typescript.Node) => void): void {
  see(node);
  typescript.forEachChild(node, (child) => visit(child, see));
}

function lineOf(tree: typescript.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1;
}
