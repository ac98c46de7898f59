-- Whether prices include tax, and how delivery and packing are taxed, are settings. An order keeps those under which it was priced, as it keeps its
-- tax regime. Until now tax was always added, and to the items alone.
alter table orders
  add column prices_include_tax boolean not null default false,
  add column delivery_tax_ppm integer not null default 0,
  add column packing_tax_ppm integer not null default 0,
  add constraint orders_delivery_tax_ppm_bound check (delivery_tax_ppm between 0 and 1000000),
  add constraint orders_packing_tax_ppm_bound check (packing_tax_ppm between 0 and 1000000),
  drop constraint orders_check,
  add constraint orders_total_check check (total_minor = items_minor + packing_minor + delivery_minor - discount_minor
    + case when prices_include_tax then 0 else tax_minor end + tip_minor + rounding_minor);
