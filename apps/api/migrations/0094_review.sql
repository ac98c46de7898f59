-- Reviews are approved, hidden with a reason and answered; a store's rating follows what is not hidden.
alter table review
  -- its words and the number of its order, folded
  add column search text not null default '',
  add column hidden_because text,
  add column reply text,
  add column replied_by uuid references staff,
  add column replied_at timestamptz,
  add constraint review_hidden_because_bound check (octet_length(hidden_because) <= 4000),
  add constraint review_reply_bound check (octet_length(reply) <= 8000),
  add constraint review_replied check ((reply is null) = (replied_by is null) and (reply is null) = (replied_at is null));
update review set search = lower(concat_ws(' ', orders.number, review.text)) from orders where orders.id = review.order_id;
create index review_search on review using gin (search gin_trgm_ops);
create index review_of_branch on review (branch_id, id);
create index review_pending on review (id) where state = 'pending';

alter table store add column stars integer not null default 0;
update store set stars = counted.stars, ratings = counted.ratings, rating_tenths = counted.tenths
  from (select store_id, sum(food_stars) as stars, count(*) as ratings, round(avg(food_stars) * 10) as tenths from review where state <> 'hidden' group by 1) as counted
  where counted.store_id = store.id;
