import { describe, expect, it } from 'vitest';
import { readNotice, stepAfter } from './notice.ts';

describe('what the server says', () => {
  it.each([
    ['{"state":"PENDING","next":null}', { state: 'PENDING', next: null }],
    ['{"state":"RECEIVED","next":"/receipt/x"}', { state: 'RECEIVED', next: '/receipt/x' }],
    ['{"state":"PENDING"}', { state: 'PENDING', next: null }],
    ['{"state":1}', null],
    ['null', null],
    ['<html>', null],
    ['', null],
  ])('%j is read as %j', (text, notice) => expect(readNotice(text)).toEqual(notice));

  it.each([
    ['PENDING', null, 'stay'],
    ['EXPIRED', null, 'reload'],
    ['RECEIVED', '/receipt/x', { goTo: '/receipt/x' }],
    ['PENDING', '/pay/x/challenge', { goTo: '/pay/x/challenge' }],
    ['RECEIVED', 'https://elsewhere.example/', 'reload'],
    ['RECEIVED', '//elsewhere.example/', 'reload'],
    ['RECEIVED', '/\\elsewhere.example/', 'reload'],
    ['RECEIVED', '/pay/x', 'reload'],
    ['PENDING', '/pay/x?lang=en', 'stay'],
  ])('%s with next %j: %j', (state, next, step) =>
    expect(stepAfter({ state, next }, 'PENDING', '/pay/x')).toEqual(step),
  );
});
