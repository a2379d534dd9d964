-- How many verifications wait for a person, and since when, is asked whenever metrics are read: of those that wait alone.
create index verifications_in_review on verifications (environment, updated_at) where status = 'MANUAL_REVIEW';
