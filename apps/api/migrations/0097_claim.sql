-- A claim ends by itself once nobody acted on it for a while (decision 0101): the job finds the longest first.
create index orders_claimed_since on orders (claimed_at)
  where claimed_by is not null and status in ('pending', 'accepted', 'preparing', 'ready', 'picked_up');
