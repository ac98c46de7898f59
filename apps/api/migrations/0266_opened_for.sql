-- Who opened it by a number of their own while they were merged into another one: theirs again once that is undone (0195), and erased with them.
alter table cart add column opened_for uuid references customer;
alter table ticket add column opened_for uuid references customer;
alter table feedback add column opened_for uuid references customer;

create function follow_customer_by_number() returns trigger language plpgsql as $$
declare
  whose record;
begin
  select goes_on, erasure into whose from customer where id = new.customer_id for key share;
  if tg_table_name = 'ticket' then
    -- Who was erased while it waited is not found once it is tried again.
    if whose.erasure = 'done' and new.order_id is null then
      raise exception 'the customer was erased' using errcode = 'serialization_failure';
    end if;
    new.opened_for := coalesce((select opened_for from feedback where id = new.feedback_id), (select opened_for from ticket where id = new.split_from));
  end if;
  if whose.goes_on <> new.customer_id then new.opened_for := new.customer_id; end if;
  new.customer_id := coalesce(whose.goes_on, new.customer_id);
  return new;
end $$;
create or replace trigger cart_follows before insert on cart for each row when (new.customer_id is not null) execute function follow_customer_by_number();
create or replace trigger ticket_follows before insert on ticket for each row when (new.customer_id is not null) execute function follow_customer_by_number();
create or replace trigger feedback_follows before insert on feedback for each row when (new.customer_id is not null) execute function follow_customer_by_number();

/*
 * Where these lodged: the records that they were merged into at any time, and who goes on for those now. What they did by their own number
 * meanwhile lies there still once it is undone.
 */
create function lodgings_of(customer_ids uuid[]) returns uuid[] language sql stable as $$
  select coalesce(array_agg(distinct known.id), '{}') from audit_entry
    join customer as host on host.id = (new ->> 'merged_into')::uuid
    cross join lateral (values (host.id), (host.goes_on)) as known (id)
    where entity = 'customer' and entity_id = any(customer_ids::text[]) and new ? 'merged_into' and known.id <> all(customer_ids)
$$;

/* A value without the places that begin with one of these lines, however deep. */
create function without_places(value jsonb, first_lines text[]) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'array' then
      return coalesce((select jsonb_agg(without_places(entry, first_lines) order by place)
        from jsonb_array_elements(value) with ordinality as entries (entry, place)), '[]');
    when 'object' then
      if lower(value ->> 'line1' collate pg_unicode_fast) = any(first_lines) then
        return erased_json(value, '{line1,line2,locality,postalCode,point,instructions}', '$.', '$.');
      end if;
      return coalesce((select jsonb_object_agg(field.key, without_places(field.value, first_lines)) from jsonb_each(value) as field), '{}');
    else return value;
  end case;
end $$;
