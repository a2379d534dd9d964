-- Where each field of a document was read, and what was held against what: read by reviewers, one record at a time, so it is
-- kept apart from the verification that lists show. Of no verification before; none in the sandbox. Erased with the applicant.
create table verification_evidence (
  verification_id text collate "C" primary key references verifications (id) on delete cascade,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  -- {boxes, compared}, as the identity engine's DocumentEvidence.
  evidence json not null,
  created_at timestamptz not null
);
