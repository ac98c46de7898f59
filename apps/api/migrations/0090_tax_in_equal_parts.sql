-- In how many equal parts each tax of an order was levied, each rounded by itself (decision 0092): what was ordered before keeps one.
alter table orders add column tax_parts smallint not null default 1 check (tax_parts between 1 and 2);
