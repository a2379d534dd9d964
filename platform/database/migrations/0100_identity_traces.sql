-- What a verification leaves behind to recognise the same document or face under another applicant. Numbers and pictures
-- are kept as keyed hashes, faces as sealed templates; all of it goes when it expires and with the applicant.
create table identity_traces (
  verification_id text collate "C" primary key references verifications (id),
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  applicant_id text collate "C" not null references applicants (id),
  -- Of issuing state and document number.
  document_key text collate "C",
  -- Of the bytes of the picture of the document's front.
  picture_key text collate "C",
  -- Sealed embedding of the selfie; only with the organisation's setting.
  template bytea,
  -- Which model made the template: others cannot be compared.
  template_model text,
  fraud boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index identity_traces_document on identity_traces (organization_id, environment, document_key) where document_key is not null;
create index identity_traces_picture on identity_traces (organization_id, environment, picture_key) where picture_key is not null;
create index identity_traces_faces on identity_traces (organization_id, environment, verification_id) where template is not null;
create index identity_traces_applicant on identity_traces (organization_id, environment, applicant_id);
create index identity_traces_expiry on identity_traces (expires_at);

-- A decision that awaits the agreement of a second reviewer (setting verifications.fourEyes).
alter table verifications add column proposed_review json;
