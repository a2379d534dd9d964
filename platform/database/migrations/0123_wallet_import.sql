-- Loads of payments, and what a walk looks up.

-- Sums change with every payment: with them in the index, each change was a new entry in it, while a look-up over
-- tables that change reads the row in any case. Without them most changes stay on the row's own page.
alter table chain_nodes drop constraint chain_nodes_pkey;
alter table chain_nodes add constraint chain_nodes_pkey primary key (address_id, asset);
