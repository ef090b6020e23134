import { legalLine, monogramOf, sellerOf } from '../html/seller.ts';
import { DARK_SURFACE, LIGHT_SURFACE, OUR_COLOR } from '../html/styles.ts';
import type { AccountFacts } from '../http/account-facts.ts';
import { inkOn, readableOn } from '../kit/color.ts';
import { pagesUrlOf } from '../kit/host-name.ts';
import type { Letterhead } from '../mail/content.ts';
import type { Settings } from './settings.ts';

/** The seller as its payers see it in a mail: the colour of its pages, readable on the ground of a mail. */
export function letterheadOf(
  facts: AccountFacts,
  email: string,
  { senderName, replyTo }: Settings,
  publicUrl: string,
): Letterhead {
  const seller = sellerOf(facts);
  const name = senderName ?? seller.name;
  const color = facts.pageColor ?? OUR_COLOR;
  const light = readableOn(color, LIGHT_SURFACE);
  const dark = readableOn(color, DARK_SURFACE);
  return {
    name,
    legal: legalLine(seller),
    monogram: monogramOf(name),
    logo: seller.logo && publicUrl + seller.logo,
    pages_url: pagesUrlOf(publicUrl, facts.domain),
    ...{ accent: light, ink: inkOn(light), dark_accent: dark, dark_ink: inkOn(dark) },
    reply_to: replyTo ?? email,
  };
}
