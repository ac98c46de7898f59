-- By which channels somebody may be reached, as an array: of its elements the server knows how frequent each is, of a document's parts it does not.
create function consented(consents jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(consent ->> 'channel'), '{}') from jsonb_array_elements(consents) as consent where (consent ->> 'isGiven')::boolean
$$;
drop index customer_by_consent;
create index customer_by_consent on customer using gin (consented(consents));
