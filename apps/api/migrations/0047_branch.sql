-- Branches are added and changed by people: what the contract bounds, the database bounds too.
alter table branch
  add constraint branch_code_bound check (octet_length(code) <= 40) not valid,
  add constraint branch_currency_bound check (octet_length(currency) <= 24) not valid,
  add constraint branch_name_bound check (octet_length(name) <= 640) not valid,
  add constraint branch_partner_name_bound check (octet_length(partner_name) <= 640) not valid,
  add constraint branch_revenue_share_ppm_bound check (revenue_share_ppm between 0 and 1000000) not valid,
  add constraint branch_time_zone_bound check (octet_length(time_zone) <= 512) not valid;
