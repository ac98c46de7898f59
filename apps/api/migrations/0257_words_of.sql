-- The words of a folded text, for an index by which rows are found that hold several: as short as a list of them, where one of parts of words is read for long.
create function words_of(folded text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array_remove(string_to_array(folded, ' '), ''));
create index customer_words on customer using gin (words_of(search));
create index item_words on item using gin (words_of(search));
