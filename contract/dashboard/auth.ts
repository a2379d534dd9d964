/**
 * Signing in and the account's own secrets: calls of better-auth, POST with JSON below /dashboard/api/auth, with the
 * header of the pages. They answer JSON of their own (no envelope); a refusal is {code, message}.
 */
export const AUTH = {
  /** {email, password, rememberMe?} → {user} or {twoFactorRedirect: true}: then a code is asked for. */
  signIn: '/dashboard/api/auth/sign-in/email',
  signOut: '/dashboard/api/auth/sign-out',
  /** {currentPassword, newPassword, revokeOtherSessions: true} */
  changePassword: '/dashboard/api/auth/change-password',
  /** {name} */
  changeName: '/dashboard/api/auth/update-user',
  twoFactor: {
    /** {password} → {totpURI, backupCodes}: show both once; nothing is asked for until `confirm` succeeded. */
    enable: '/dashboard/api/auth/two-factor/enable',
    /** {code, trustDevice?: false}: confirms the app after `enable`, and answers the question at sign-in. */
    confirm: '/dashboard/api/auth/two-factor/verify-totp',
    /** {code}: one of the backup codes, at sign-in; each works once. */
    useBackupCode: '/dashboard/api/auth/two-factor/verify-backup-code',
    /** {password} → {backupCodes} */
    newBackupCodes: '/dashboard/api/auth/two-factor/generate-backup-codes',
    /** {password} */
    disable: '/dashboard/api/auth/two-factor/disable',
  },
  passkeys: {
    /** GET → PublicKeyCredentialCreationOptionsJSON */
    registerOptions: '/dashboard/api/auth/passkey/generate-register-options',
    /** {response: RegistrationResponseJSON, name?} */
    register: '/dashboard/api/auth/passkey/verify-registration',
    /** GET → PublicKeyCredentialRequestOptionsJSON */
    signInOptions: '/dashboard/api/auth/passkey/generate-authenticate-options',
    /** {response: AuthenticationResponseJSON} */
    signIn: '/dashboard/api/auth/passkey/verify-authentication',
    /** GET → [{id, name, createdAt, deviceType}] */
    list: '/dashboard/api/auth/passkey/list-user-passkeys',
    /** {id} */
    remove: '/dashboard/api/auth/passkey/delete-passkey',
  },
  /** {provider, callbackURL: '/', errorCallbackURL: '/sign-in'} → {url}: send the browser there. `provider` is SignInOptions' providerId. */
  singleSignOn: '/dashboard/api/auth/sign-in/social',
} as const;
