-- Riders' phones were kept as they were typed: they become E.164, as those of stores and staff are. What only its numbering plan could tell, and
-- what would be another rider's number, stays as it is until somebody writes it anew.
with home as (
  select coalesce(
    (select nullif(value #>> '{}', '') from setting where key = 'installation.callingCode'),
    (select case when coalesce(min(value #>> '{}'), 'Asia/Kolkata') in ('Asia/Kolkata', 'Asia/Calcutta') then '91' end
      from setting where key = 'installation.timeZone')) as code
), typed as (
  select id, status, regexp_replace(regexp_replace(normalize(phone, NFKC), '[^+0-9]', '', 'g'), '^00', '+') as digits from rider
), read as (
  select id, status, case
    when digits like '+39%' then digits
    when digits like '+%' then regexp_replace(digits, '^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))0+', '\1')
    when ltrim(digits, '0') ~ '^\d{10}$' then '+' || code || ltrim(digits, '0')
    when digits ~ ('^' || code || '\d{10}$') then '+' || digits
  end as phone
  from typed cross join home
), single as (
  select id, phone, count(*) filter (where status <> 'left') over (partition by phone) as bearers from read where phone ~ '^\+[1-9]\d{6,14}$'
)
update rider set phone = single.phone from single where single.id = rider.id and single.phone <> rider.phone and (bearers <= 1 or rider.status = 'left');
