-- The bounds that the contract declares, held by the database too: of numbers their values, of texts eight bytes for each character. Parts of an
-- order are computed and need only be amounts. They hold for whatever is written from now on; what is there already is not looked at.
alter table area
  add constraint area_fee_tiers_bound check (not jsonb_path_exists(fee_tiers, '$[*].fee.minor ? (@ < 0 || @ > 10000000000)')) not valid,
  add constraint area_min_basket_minor_bound check (min_basket_minor between 0 and 10000000000) not valid,
  add constraint area_name_bound check (octet_length(name) <= 640) not valid,
  add constraint area_surge_ppm_bound check (surge_ppm between 0 and 5000000) not valid;
alter table cart
  add constraint cart_device_token_bound check (octet_length(device_token) <= 1600) not valid,
  add constraint cart_total_minor_bound check (total_minor between -1000000000000000 and 1000000000000000) not valid;
alter table category_type
  add constraint category_type_name_bound check (octet_length(name) <= 480) not valid,
  add constraint category_type_sort_bound check (sort between 0 and 9999) not valid;
alter table crate
  add constraint crate_capacity_grams_bound check (capacity_grams between 1 and 1000000) not valid,
  add constraint crate_code_bound check (octet_length(code) <= 160) not valid,
  add constraint crate_deposit_minor_bound check (deposit_minor between 0 and 10000000000) not valid,
  add constraint crate_name_bound check (octet_length(name) <= 480) not valid,
  add constraint crate_stock_bound check (stock between 0 and 1000000) not valid;
alter table cuisine
  add constraint cuisine_name_bound check (octet_length(name) <= 480) not valid,
  add constraint cuisine_sort_bound check (sort between 0 and 9999) not valid;
alter table device
  add constraint device_app_version_bound check (octet_length(app_version) <= 320) not valid,
  add constraint device_push_token_bound check (octet_length(push_token) <= 3200) not valid;
alter table feedback
  add constraint feedback_text_bound check (octet_length(text) <= 16000) not valid;
alter table item
  add constraint item_price_minor_bound check (price_minor between 0 and 10000000000) not valid,
  add constraint item_tax_ppm_bound check (tax_ppm between 0 and 1000000) not valid;
alter table machine
  add constraint machine_app_version_bound check (octet_length(app_version) <= 320) not valid;
alter table order_line
  add constraint order_line_amount_minor_bound check (amount_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint order_line_discount_minor_bound check (discount_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint order_line_note_bound check (octet_length(note) <= 1600) not valid,
  add constraint order_line_quantity_bound check (quantity between 1 and 99) not valid,
  add constraint order_line_tax_minor_bound check (tax_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint order_line_unit_price_minor_bound check (unit_price_minor between -1000000000000000 and 1000000000000000) not valid;
alter table orders
  add constraint orders_customer_name_bound check (octet_length(customer_name) <= 640) not valid,
  add constraint orders_delivery_minor_bound check (delivery_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_discount_minor_bound check (discount_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_end_note_bound check (octet_length(end_note) <= 4000) not valid,
  add constraint orders_external_id_bound check (octet_length(external_id) <= 640) not valid,
  add constraint orders_items_minor_bound check (items_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_note_bound check (octet_length(note) <= 4000) not valid,
  add constraint orders_packing_minor_bound check (packing_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_payment_reference_bound check (octet_length(payment_reference) <= 640) not valid,
  add constraint orders_rounding_minor_bound check (rounding_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_tax_minor_bound check (tax_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_tip_minor_bound check (tip_minor between -1000000000000000 and 1000000000000000) not valid,
  add constraint orders_total_minor_bound check (total_minor between -1000000000000000 and 1000000000000000) not valid;
alter table review
  add constraint review_text_bound check (octet_length(text) <= 8000) not valid;
alter table saved_view
  add constraint saved_view_name_bound check (octet_length(name) <= 480) not valid;
alter table staff
  add constraint staff_email_bound check (octet_length(email) <= 2032) not valid,
  add constraint staff_name_bound check (octet_length(name) <= 640) not valid;
alter table store
  add constraint store_address_bound check (octet_length(address) <= 1920) not valid,
  add constraint store_busy_extra_minutes_bound check (busy_extra_minutes between 0 and 120) not valid,
  add constraint store_display_name_bound check (octet_length(display_name) <= 640) not valid,
  add constraint store_max_orders_per_quarter_hour_bound check (max_orders_per_quarter_hour between 1 and 1000) not valid,
  add constraint store_min_order_minor_bound check (min_order_minor between 0 and 10000000000) not valid,
  add constraint store_packing_minor_bound check (packing_minor between 0 and 10000000000) not valid,
  add constraint store_prep_minutes_bound check (prep_minutes between 1 and 480) not valid,
  add constraint store_status_reason_bound check (octet_length(status_reason) <= 1600) not valid;
alter table store_location
  add constraint store_location_name_bound check (octet_length(name) <= 640) not valid;
