/** better-auth's names, and ours in the database (0120_dashboard.sql). */
const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

export const TABLES = {
  user: {
    modelName: 'dashboard_users',
    fields: { ...times, emailVerified: 'email_verified' },
  },
  session: {
    modelName: 'dashboard_sessions',
    fields: { ...times, userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent' },
  },
  account: {
    modelName: 'dashboard_accounts',
    fields: {
      ...times,
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'dashboard_verifications', fields: { ...times, expiresAt: 'expires_at' } },
  twoFactor: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'dashboard_two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
  passkey: {
    passkey: {
      modelName: 'dashboard_passkeys',
      fields: {
        userId: 'user_id',
        publicKey: 'public_key',
        credentialID: 'credential_id',
        deviceType: 'device_type',
        backedUp: 'backed_up',
        createdAt: 'created_at',
      },
    },
  },
} as const;
