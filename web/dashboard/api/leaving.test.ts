import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeSession, leaveTo } from './leaving.ts';

let pages: string[];
let comeBack: () => void;

beforeEach(() => {
  pages = [];
  comeBack = () => {};
  vi.stubGlobal('window', {
    location: { assign: (page: string) => pages.push(page) },
    addEventListener: (_name: string, listener: () => void) => {
      comeBack = listener;
    },
  });
});
afterEach(() => {
  comeBack();
  vi.unstubAllGlobals();
});

it('a refusal leads to its page', () => {
  leaveTo('/login');
  expect(pages).toEqual(['/login']);
});

it('a refusal that comes while the session changes, or after it, leads nowhere', async () => {
  await changeSession(async () => leaveTo('/accounts'));
  leaveTo('/accounts');
  expect(pages).toEqual([]);
});

it('a change that fails leaves the page as it was', async () => {
  await expect(changeSession(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  leaveTo('/login');
  expect(pages).toEqual(['/login']);
});

it('a page that comes back follows refusals again', async () => {
  await changeSession(async () => {});
  comeBack();
  leaveTo('/login');
  expect(pages).toEqual(['/login']);
});
