import type { Texts } from '../portuguese/texts.ts';

export const links: Texts['links'] = {
  more: 'More options',
  phone: 'Ask for a telephone',
  asked: { no: 'No', optional: 'Yes, optional', required: 'Yes, required' },
  maxQuantity: 'Quantity per purchase, up to',
  maxQuantityHint: 'The customer chooses how many units to buy. Leave empty for one.',
  maxQuantityWrong: 'Enter a whole number from 1 to 1,000',
  pixDiscount: 'Discount for Pix',
  pixDiscountHint: 'Customers who pay by Pix pay less.',
  questions: 'Your questions',
  questionsAbout:
    'Up to 5 questions for the customer to answer before paying. Do not ask for passwords or card data.',
  addQuestion: 'Add question',
  questionLabel: 'Question {{number}}',
  removeQuestion: 'Remove question {{number}}',
  questionOptions: 'Answers to choose from',
  questionOptionsHint: 'One per line. Leave empty to let the customer write the answer.',
  questionRequired: 'Answer required',
  asks: 'Asks the customer for',
  asksPhone: { optional: 'Telephone (optional)', required: 'Telephone' },
  asksQuantity: 'Quantity, up to {{max}}',
  bought: 'Purchase',
  boughtUnits: '{{quantity}} × {{unit}}',
  boughtPix: 'Discount for Pix',
  answers: 'Answers from the customer',
};
