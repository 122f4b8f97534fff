-- To whom an order was mailed last, and when.
alter table outsource_order add mailed_to text, add mailed_time bigint;
