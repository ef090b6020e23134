import type { Texts } from '../portuguese/texts.ts';

export const identity: Texts['identity'] = {
  title: 'Account verification',
  about: 'We have to confirm who is behind the account. It is quick, and you do it only once.',
  kinds: {
    identity_front: 'Front of the document',
    identity_back: 'Back of the document',
    selfie: 'Selfie with the document',
    company_document: 'Articles of association or CCMEI',
    address_proof: 'Proof of address',
  },
  kindsOfPage: { identity_front: 'Page with the picture' },
  types: {
    rg: 'RG or new identity card (CIN)',
    cnh: 'CNH (driving licence)',
    passport: 'Passport',
    rnm: 'RNM (foreigners)',
  },
  hints: {
    identity_front: 'The side with the picture. A digital CNH as PDF will do too.',
    identity_back:
      'The side with the number and the date of issue. If both sides are in one PDF, send the same file.',
    selfie:
      'Your face and the document in one picture, both sharp. Hold the document beside your face without covering it.',
    company_document:
      'The articles of association with the latest amendment. If you are a MEI, the CCMEI certificate from Portal do Empreendedor.',
    address_proof: 'A bill for electricity, water or internet, or a bank statement of the last 90 days.',
  },
  hintsOfPartner: {
    identity_front:
      'Of the partner who answers for the company, the side with the picture. A digital CNH as PDF will do too.',
  },
  hintOfPassport: 'The open page with your picture and your data.',
  steps: { label: 'Progress', send: 'Sending', review: 'Review', done: 'Verified' },
  state: {
    missing: 'To be sent',
    submitted: 'Sent',
    in_review: 'In review',
    approved: 'Verified',
    refused: 'Needs a correction',
  },
  banner: {
    submitted: {
      title: 'Documents sent',
      text: 'Sent on {{date}}. It usually takes up to two business days, and we tell you by e-mail. Until someone begins the review you can still replace them.',
    },
    in_review: {
      title: 'We are reviewing your documents',
      text: 'Sent on {{date}}. Two people check each account. We tell you by e-mail.',
    },
    approved: {
      title: 'Your identity is verified',
      text: 'There is nothing else to send.',
      at: 'Verified on {{date}}. There is nothing else to send.',
    },
    refused: {
      title: 'We need other documents from you',
      text: 'Send again only what is marked below. We already have the rest.',
    },
  },
  sent: 'What you sent',
  replace: 'Replace documents',
  form: {
    title: 'Your documents',
    type: 'Which identity document will you use?',
    progress: '{{count}} of {{total}} required',
    ready: 'Ready',
    missing: 'Send this document',
    photo: 'Take a picture',
    file: 'Choose a file',
    replacePhoto: 'Take another',
    replaceFile: 'Replace file',
    nameOf: '{{action}}: {{kind}}',
    sending: 'Sending…',
    picture: 'Picture sent now',
    pdf: 'PDF',
    before: 'From your last submission',
    tooLarge: 'The file is larger than 5 MB.',
    submit: 'Send for review',
    submitHint: 'By sending you declare that the documents are true and yours or your company’s.',
    done: 'Documents sent for review.',
    formats: 'Picture (JPEG, PNG, WebP) or PDF, up to 5 MB.',
    pictureOnly: 'Pictures only: JPEG, PNG or WebP.',
  },
  tips: {
    title: 'What a good picture looks like',
    good: {
      whole: 'The whole document, with its four corners',
      light: 'Daylight, no flash and no glare',
      sharp: 'Sharp letters that are easy to read',
      original: 'The original document, out of its sleeve',
    },
    bad: {
      copy: 'A copy, a picture of a screen or an edited image',
      cut: 'Fingers or objects over the data',
    },
    drawing: 'Drawing of a whole and sharp document inside the picture',
    safe: 'Your documents are stored encrypted. Only those who check your account can open them, and each opening is in your audit log.',
  },
  refusals: {
    unreadable: 'It cannot be read. Take another picture, with light and without glare.',
    cut_off: 'It is cut off. Show the whole document.',
    expired: 'It has expired. Send a document that is valid.',
    wrong_document: 'It is not the document that was asked for.',
    mismatch: 'Its data are not those of your registration. Check the document or correct the registration.',
    not_accepted: 'This document could not be accepted. Write to support.',
  },
};
