-- A customer is erased on request: who they were goes, what they bought stays.
alter table customer
  alter column phone drop not null,
  add column erasure text check (erasure in ('asked', 'done')),
  add column erasure_reason text,
  add column erasure_asked_at timestamptz,
  add column erasure_asked_by text,
  add column erased_at timestamptz,
  -- by table, how many rows held something of them
  add column erased_rows jsonb,
  add check ((erasure is null) = (erasure_asked_at is null)),
  add check ((erasure = 'done') = (erased_at is not null)),
  add check (erasure = 'done' or phone is not null),
  add constraint customer_erasure_reason_bound check (octet_length(erasure_reason) <= 1600);
create index customer_by_erasure on customer (erasure, id) where erasure is not null;
comment on column customer.phone is 'null once they are erased';

-- Entries that were redacted: what they have read since. The entry keeps the hash that it was sealed with.
create table audit_redaction (
  id uuid primary key,
  at timestamptz not null,
  entry_count integer not null,
  -- of the numbers and digests of its entries, in their order; signed as the seals are
  digest bytea not null,
  key text not null,
  mac bytea not null
);
create table redacted_entry (
  redaction_id uuid not null,
  entry_id bigint not null,
  digest bytea not null,
  primary key (entry_id, redaction_id)
);
create index redacted_entry_of_redaction on redacted_entry (redaction_id, entry_id);
create trigger audit_redaction_append_only before update or delete or truncate on audit_redaction for each statement execute function refuse_change();
create trigger redacted_entry_append_only before update or delete or truncate on redacted_entry for each statement execute function refuse_change();

-- What is written once and never changed is, all the same, emptied of whom it names: only within an erasure, and nothing else of it.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('larder.erasing', true), '') = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create function keep_all_but_words() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - tg_argv[0]::text[] is distinct from to_jsonb(new) - tg_argv[0]::text[] then
    raise exception 'of % an erasure empties % alone', tg_table_name, tg_argv[0] using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
drop trigger audit_entry_append_only on audit_entry;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry for each statement execute function refuse_change_but_erasure();
create trigger audit_entry_keeps before update on audit_entry for each row execute function keep_all_but_words('{old,new,reason}');
drop trigger ticket_note_append_only on ticket_note;
create trigger ticket_note_append_only before update or delete or truncate on ticket_note for each statement execute function refuse_change_but_erasure();
create trigger ticket_note_keeps before update on ticket_note for each row execute function keep_all_but_words('{text,image_id}');
drop trigger remedy_stays on remedy;
create trigger remedy_stays before update or delete or truncate on remedy for each statement execute function refuse_change_but_erasure();
create trigger remedy_keeps before update on remedy for each row execute function keep_all_but_words('{because,note}');

/* A text without what the pattern finds. */
create function erased_text(value text, pattern text) returns text language sql immutable as $$
  select regexp_replace(value, pattern, '[erased]', 'gi')
$$;
/*
 * A value without what stands under any of these keys, however deep, and without what the patterns find: one in texts of several words, the
 * other in the rest, which may be words of the product.
 */
create function erased_json(value jsonb, keys text[], in_sentences text, in_words text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(erased_text(value #>> '{}', case when value #>> '{}' ~ '\s' then in_sentences else in_words end));
    when 'array' then
      return coalesce((select jsonb_agg(erased_json(entry, keys, in_sentences, in_words) order by place)
        from jsonb_array_elements(value) with ordinality as entries (entry, place)), '[]');
    when 'object' then
      return coalesce((select jsonb_object_agg(field.key, case
          when field.key <> all(keys) then erased_json(field.value, keys, in_sentences, in_words)
          when field.value = '""' then field.value
          when jsonb_typeof(field.value) = 'string' then '"[erased]"'
          when jsonb_typeof(field.value) = 'array' then '[]'
          else 'null' end)
        from jsonb_each(value) as field), '{}');
    else return value;
  end case;
end $$;
