-- An order that changes looks for the requests that were on it.
create index purchase_request_by_order on purchase_request (org_id, purchase_order_id) where purchase_order_id is not null;
