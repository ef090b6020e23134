import type { Texts } from '../portuguese/texts.ts';

export const overview: Texts['overview'] = {
  title: 'Overview',
  newCharge: 'Create charge',
  period: 'Period',
  periods: { '1': 'Today', '7': '7 days', '30': '30 days' },
  figures: {
    received: 'Received',
    pending: 'Open',
    refused: 'Cards refused',
    fees: 'Fees',
    receivedCount_one: 'on {{count, number}} charge',
    receivedCount_other: 'on {{count, number}} charges',
    pendingCount_one: '{{count, number}} open charge',
    pendingCount_other: '{{count, number}} open charges',
    refusedCount_one: '{{count, number}} refusal',
    refusedCount_other: '{{count, number}} refusals',
    noTries: 'No card payments in this period',
    noBefore: 'Nothing in the previous period',
    against: '{{amount}} in the previous period',
  },
  chart: { title: 'Received by day', day: 'Day', received: 'Received', count: 'Charges' },
  balance: {
    title: 'Balance',
    available: 'Available',
    reserved: 'In reserve',
    total: 'Total',
    withdraw: 'Withdraw',
  },
  reserve: {
    title: 'Reserve releases',
    empty:
      'Nothing in reserve. Part of each sale is held for some days and appears here with its release date.',
    day: 'Day',
    amount: 'Amount',
    charges_one: '{{count, number}} charge',
    charges_other: '{{count, number}} charges',
  },
  methods: {
    title: 'By payment method',
    empty: 'Nothing received in this period.',
    count_one: '{{count, number}} charge',
    count_other: '{{count, number}} charges',
  },
  newest: { title: 'Latest charges', all: 'See all' },
  first: {
    title: 'First steps',
    about: 'Your account is ready. Start with a charge; then connect your system.',
    later: 'Once your account is active, start here.',
    charge: {
      title: 'Create a charge',
      text: 'Choose Pix, card or boleto, see what you receive and send the link.',
      action: 'Create charge',
    },
    key: {
      title: 'Create an API key',
      text: 'Your system uses it to create charges.',
      action: 'Create key',
    },
    webhook: {
      title: 'Register a webhook',
      text: 'Your system is notified of every payment immediately.',
      action: 'Register webhook',
    },
  },
};
