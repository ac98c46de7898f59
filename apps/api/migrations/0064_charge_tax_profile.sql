-- Delivery and packing are taxed by profiles as items are. A rate that was set becomes a profile; a name that is taken gets another.
insert into tax_profile (id, name, taxed, rates)
  select uuidv7(), charge.name || case when exists (select from tax_profile as taken where lower(taken.name) = lower(charge.name)) then ' (charge)' else '' end,
    charge.taxed, jsonb_build_array(jsonb_build_object('from', null, 'ratePpm', setting.value))
  from (values ('tax.deliveryPpm', 'Delivery', 'delivery'), ('tax.packingPpm', 'Packing', 'packing')) as charge (key, name, taxed)
    join setting on setting.key = charge.key
  where setting.value <> '0';

insert into setting (key, value, version)
  select charge.key, to_jsonb(tax_profile.id::text), 1
  from (values ('tax.delivery', 'Delivery', 'delivery', 'tax.deliveryPpm'), ('tax.packing', 'Packing', 'packing', 'tax.packingPpm')) as charge (key, name, taxed, before)
    join setting as former on former.key = charge.before and former.value <> '0'
    join tax_profile on tax_profile.taxed = charge.taxed and tax_profile.name in (charge.name, charge.name || ' (charge)')
  on conflict do nothing;

delete from setting where key in ('tax.deliveryPpm', 'tax.packingPpm');
