import { AUTH } from '../../contract/dashboard/auth.ts';
import { api } from '../lib/api.ts';

/** Passkeys live in the browser's own store; whether this one has such a thing. Needs https, or localhost. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Signs in with a passkey that the person chooses. @throws where none was chosen */
export async function signInWithPasskey(): Promise<void> {
  const options = await api.get<PublicKeyCredentialRequestOptionsJSON>(AUTH.passkeys.signInOptions);
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen.');
  await api.post(AUTH.passkeys.signIn, { response: credential.toJSON() });
}

/** Makes a passkey on this device for the person who is signed in. */
export async function addPasskey(name: string): Promise<void> {
  const options = await api.get<PublicKeyCredentialCreationOptionsJSON>(AUTH.passkeys.registerOptions);
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was made.');
  await api.post(AUTH.passkeys.register, { response: credential.toJSON(), name });
}

/** Where to go after the sign-in: back to where the session ended, and never to another site. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(live|test)(\/|\?|$)/.test(next) ? next : '/';
}

/** What the browser says went wrong with a passkey, in words. */
export function passkeyFault(error: unknown): Error {
  if (error instanceof DOMException && error.name === 'NotAllowedError') {
    return new Error('The passkey was not used: the question was closed, or took too long.');
  }
  if (error instanceof DOMException && error.name === 'InvalidStateError') {
    return new Error('This device already has a passkey of this account.');
  }
  return error instanceof Error ? error : new Error('The passkey did not work.');
}
