-- What was changed together is tied by one id, and who approved it stands beside who asked for it. Both are part of the digest; an entry
-- without them has the digest that it always had.
alter table audit_entry add column change_set_id uuid, add column checker_id uuid, add column checker_name text;
create index audit_entry_by_change_set on audit_entry (change_set_id) where change_set_id is not null;

create or replace function audit_entry_digest(entry audit_entry) returns bytea language sql stable as $$
  select sha256(convert_to((jsonb_build_array(
    encode(entry.previous_hash, 'hex'), to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_kind, entry.actor_id, entry.actor_name,
    entry.role, entry.address, entry.action, entry.entity, entry.entity_id, entry.entity_sequence, entry.branch_id, entry.store_id,
    entry.old, entry.new, entry.reason, entry.request_id)
    || case when num_nonnulls(entry.change_set_id, entry.checker_id, entry.checker_name) = 0 then '[]'
      else jsonb_build_array(entry.change_set_id, entry.checker_id, entry.checker_name) end)::text, 'UTF8'))
$$;
