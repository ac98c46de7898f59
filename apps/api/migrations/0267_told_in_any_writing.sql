-- In the letters of every language, whatever the cluster was made with.
create or replace function erased_text(value text, pattern text) returns text language sql immutable as $$
  select regexp_replace(value collate pg_unicode_fast, pattern, '[erased]', 'gi')
$$;
create function is_told(value text, pattern text) returns boolean language sql immutable as $$
  select value collate pg_unicode_fast ~* pattern
$$;
-- A document as its texts read: what JSON writes of quotes, backslashes and ends of lines is not in them.
create function as_told(value text) returns text language sql immutable as $$
  select case when position('\' in value) = 0 then value
    else replace(replace(regexp_replace(replace(value, '\\', U&'\0001'), '\\([bfnrt]|u[0-9a-f]{4})', ' ', 'g'), '\"', '"'), U&'\0001', '\') end
$$;
-- A text of it may be a document again.
create function is_told(value jsonb, pattern text) returns boolean language sql immutable as $$
  select is_told(as_told(value::text), pattern) or (position('\\' in value::text) > 0 and is_told(as_told(as_told(value::text)), pattern))
$$;
create function erased_list(value text[], pattern text) returns text[] language sql immutable as $$
  select case when value is null then null
    else coalesce((select array_agg(erased_text(entry, pattern) order by place) from unnest(value) with ordinality as entries (entry, place)), '{}') end
$$;
drop trigger crate_movement_append_only on crate_movement;
create trigger crate_movement_append_only before update or delete or truncate on crate_movement for each statement execute function refuse_change_but_erasure();
create trigger crate_movement_keeps before update on crate_movement for each row execute function keep_all_but_words('{remark}');

-- What was typed and is kept as a text, a document in most cases: its texts are read as such.
create function erased_typed(value text, pattern text) returns text language sql immutable as $$
  select case when value is json and position('\u0000' in value) = 0
    then case when is_told(value::jsonb, pattern) then erased_json(value::jsonb, '{}', pattern, pattern)::text else value end
    else erased_text(value, pattern) end
$$;
create or replace function erased_json(value jsonb, keys text[], in_sentences text, in_words text) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      if value #>> '{}' ~ '^\s*[[{]' and value #>> '{}' is json then return to_jsonb(erased_typed(value #>> '{}', in_sentences)); end if;
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
