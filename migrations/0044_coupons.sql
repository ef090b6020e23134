-- Codes that take something off what a payer pays through a link (decision 0054). Either a percentage or an amount.
-- `used_count` counts paid charges for good. What open charges hold is in coupon_uses.
create table coupons (
  account_id uuid not null,
  id uuid not null,
  -- As the seller wrote it, and as it is found and unique, whatever its case.
  code text not null check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  code_key text collate "C" not null check (code_key = lower(code collate "C")),
  percent_basis_points integer check (percent_basis_points between 1 and 9999),
  amount_cents bigint check (amount_cents > 0),
  max_uses bigint check (max_uses > 0),
  -- Days in São Paulo, both included.
  valid_from date,
  valid_until date check (valid_until >= valid_from),
  -- What the purchase must come to before the discount.
  min_value_cents bigint check (min_value_cents > 0),
  -- Null: for every link of the account.
  payment_link_id uuid,
  active boolean not null default true,
  used_count bigint not null default 0 check (used_count >= 0),
  created_at timestamptz not null,
  primary key (account_id, id),
  check ((percent_basis_points is null) <> (amount_cents is null))
);
create unique index coupons_code_key on coupons (account_id, code_key);

-- Whether a link's page asks for a code at all: what is switched off, or was used to the end, is not in it.
create index coupons_usable on coupons (account_id, payment_link_id, valid_until)
  where active and (max_uses is null or used_count < max_uses);
create index coupons_of_link on coupons (account_id, payment_link_id, id);

-- A use that an unpaid charge holds. It counts as long as its charge can be paid: neither refused nor cancelled.
create table coupon_uses (
  account_id uuid not null,
  charge_id uuid not null,
  coupon_id uuid not null,
  primary key (account_id, charge_id)
);
create index coupon_uses_of_coupon on coupon_uses (account_id, coupon_id);
