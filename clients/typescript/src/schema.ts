// Made by scripts/generate.ts from openapi/. Do not edit.
export interface paths {
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an account
         * @description Creates an account and signs it in. While email verification is on, the answer has `requires_verification`
         *     instead of a token, and a link is mailed to the address. The answer then doesn't reveal whether the address is
         *     taken: if it is, the answer is the same, and the owner of the address gets a mail, at most one an hour.
         *
         *     **Who may call it:** anyone, while the setting `auth.registration` is on.
         *
         *     **What changes:** an account with the role `user` is created. A personal access token is issued or a
         *     verification mail is sent.
         *
         *     **Errors:** `registration_disabled` (403) while registration is turned off. `validation_failed` (422) when a field is invalid, the password doesn't meet the policy, or the address is taken while email verification is off.
         */
        post: operations["auth.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Exchanges an email address and a password for a personal access token, or for the next step. Branch on
         *     `requires_verification` and `requires_two_factor`, and don't assume that the answer has a token. With a token,
         *     `meta.password_must_change` says whether someone else chose the password.
         *
         *     **Who may call it:** anyone.
         *
         *     **What changes:** a personal access token is issued, a two-factor challenge is created, or the verification
         *     mail is sent again.
         *
         *     **Errors:** `invalid_credentials` (401) for an unknown address, a wrong password or an account that isn't active. The answer and the response time are the same. `validation_failed` (422) when a field is missing or malformed.
         */
        post: operations["auth.login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/two-factor-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a two-factor challenge
         * @description Answers the challenge from `auth.login` with a code from the authenticator app or with a recovery code. If both
         *     are sent, `code` is used. The account's status and verification are checked again.
         *     `meta.password_must_change` says whether someone else chose the password.
         *
         *     **Who may call it:** anyone with a challenge, once and within 300 seconds.
         *
         *     **What changes:** the challenge ends, whether or not the answer is right. With a right answer, a personal access
         *     token is issued, and a recovery code can't be used again.
         *
         *     **Errors:** `challenge_failed` (401) when the code or the challenge is wrong, used or expired. Sign in again to get a new challenge. `validation_failed` (422) when no code is sent. This ends the challenge, too.
         */
        post: operations["auth.two-factor-challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/confirm-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the password
         * @description Confirms the password of the account, so that the token can be used for operations that need a recent password. An
         *     answer to `auth.confirm-password.options` by a passkey of the account can be sent instead of the password. A confirmation is valid for the minutes in the setting `auth.password_confirm_minutes`. Signing in counts as one.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the time of the last confirmation is stored with the token.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) for a passkey while they are turned off in the settings. `validation_failed` (422) on `password` or `credential` when it is wrong, and on `password` when neither is sent.
         */
        post: operations["auth.confirm-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/confirm-password/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start confirming with a passkey
         * @description Creates a challenge and returns the options for `navigator.credentials.get`, whose answer `auth.confirm-password`
         *     accepts instead of the password.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** a challenge is stored for five minutes.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while passkeys are turned off in the settings. `validation_failed` (422) when the request has query parameters.
         */
        post: operations["auth.confirm-password.options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start signing in with a passkey
         * @description Creates a challenge and returns the options for `navigator.credentials.get`. No email address is needed: the user
         *     chooses a passkey.
         *
         *     **Who may call it:** anyone, while the setting `auth.passkeys` is on.
         *
         *     **What changes:** a challenge is stored for five minutes.
         *
         *     **Errors:** `forbidden` (403) while passkeys are turned off in the settings. `validation_failed` (422) when the request has query parameters.
         */
        post: operations["auth.passkeys.options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Exchanges the answer of a passkey for a personal access token. The passkey verifies the user, so it is both factors:
         *     neither a password nor a code is asked for. With the `challenge` of `auth.login`, it answers that challenge, and must
         *     belong to the same account. Branch on `requires_verification`, and don't assume that the answer has a token.
         *     `meta.password_must_change` says whether someone else chose the account's password.
         *
         *     After `passkey_unknown`, call `PublicKeyCredential.signalUnknownCredential`, so that the browser stops offering the
         *     passkey.
         *
         *     **Who may call it:** anyone with a challenge of `auth.passkeys.options`, once and within five minutes.
         *
         *     **What changes:** both challenges end, whether or not the answer is right. A personal access token is issued, or the
         *     verification mail is sent again. Failures count towards the pause for failed codes.
         *
         *     **Errors:** `passkey_rejected` (401) when the answer is wrong, used or expired, the user wasn't verified, or the account can't sign in. `passkey_unknown` (401) when no account has this passkey. `challenge_failed` (401) when a `challenge` was sent, and it or the answer is wrong, used or expired. Sign in again to get a new one. `forbidden` (403) while passkeys are turned off in the settings. `validation_failed` (422) when a field is missing or malformed.
         */
        post: operations["auth.passkeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Revokes the token of the request.
         *
         *     **Who may call it:** any signed-in account.
         *
         *     **What changes:** this token is revoked. Other tokens stay active.
         *
         *     **Errors:** `validation_failed` (422) when the request has query parameters.
         */
        post: operations["auth.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the signed-in account
         * @description Shows the account that the token belongs to, with its roles and permissions. `meta.password_must_change` is `true` while the account has a
         *     password that someone else chose. The pages then ask the owner for a new one. The API isn't affected.
         *
         *     **Who may call it:** any signed-in account.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `validation_failed` (422) when the id isn't a UUID.
         */
        get: operations["auth.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your profile
         * @description Changes name, language and time zone of the account. Only the fields that are sent change.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the fields of the account, and with them its `ETag`.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when a field is invalid or the time zone is unknown.
         */
        patch: operations["auth.me.update"];
        trace?: never;
    };
    "/auth/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password
         * @description Replaces the password of the account. The tokens of the account stay active, the one of this request included;
         *     use `auth.me.tokens.index` and `auth.me.applications.index` to review them.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the password. All browser sessions, reset links and two-factor challenges end, a pending change
         *     of the email address is cancelled, and the owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the current password is wrong, or the new one doesn't meet the policy or is the same.
         */
        put: operations["auth.me.password.update"];
        post?: never;
        /**
         * Remove your password
         * @description Removes the password of the account, so that only its passkeys sign in. One of them must be synced. A reset link sets
         *     a new password.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password or passkey.
         *
         *     **What changes:** the password. All browser sessions, reset links and two-factor challenges end, and the owner is
         *     notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) on `password` when the account has none, or no synced passkey. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.password.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your email address
         * @description Starts a change of the email address. A link is mailed to the new address; the change takes effect when it is
         *     opened. Sending the pending address again mails a new link. Sending the current address changes nothing. The
         *     answer doesn't reveal whether another account uses the address: if one does, it is notified instead. At most six
         *     changes an hour.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** the pending address. The new address gets a link, and the current one is notified.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the address is malformed or too long. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        put: operations["auth.me.email.update"];
        post?: never;
        /**
         * Cancel the change of your email address
         * @description Cancels a pending change. Without one, nothing changes.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the pending address is removed, and its link stops working.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters.
         */
        delete: operations["auth.me.email.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/email/verification-notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the link of the pending address again
         * @description Sends the link to the pending address again. Links sent before work, too. Together with changes of the address, at
         *     most six an hour.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** a mail is sent, if a change is pending.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters.
         */
        post: operations["auth.me.email.verification-notification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your picture
         * @description Replaces the picture of the account. Send a JPEG, PNG or WebP of at most 2 MiB and 4096 × 4096 pixels, whatever its name
         *     and declared type. Its middle becomes a WebP file of 256 × 256 pixels without metadata.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the picture has a new address, and the old file is deleted.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `payload_too_large` (413) when the body is larger than 4 MiB. `unsupported_media_type` (415) when the body isn't `multipart/form-data`, or is compressed. `validation_failed` (422) when `avatar` is missing, isn't a single file, is larger than 2 MiB or 4096 × 4096 pixels, or isn't an undamaged JPEG, PNG or WebP picture without animation.
         */
        put: operations["auth.me.avatar.update"];
        post?: never;
        /**
         * Remove your picture
         * @description Removes the picture of the account. Without one, nothing changes.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the account has no picture, and the file is deleted.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters.
         */
        delete: operations["auth.me.avatar.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your browser sessions
         * @description Lists the active browser sessions of the account, last used first. Tokens aren't sessions: see
         *     `auth.me.tokens.index`.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["auth.me.sessions.index"];
        put?: never;
        post?: never;
        /**
         * End your browser sessions
         * @description Ends the browser sessions of the account. A token belongs to no session, so all of them end. Tokens stay active.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** all browsers are signed out.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.sessions.destroy-others"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example 019a8f3c-6a1e-4c3b-9d52-0f6a1b2c3d4e
                 */
                session: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a browser session
         * @description Ends one browser session of the account.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** the browser is signed out.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `not_found` (404) when the session has ended or belongs to another account. `validation_failed` (422) when the id isn't a UUID. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.sessions.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your access tokens
         * @description Lists the personal access tokens of the account that weren't revoked, newest first. Tokens from signing in are
         *     named `auth-token`. Expired tokens are listed until they are deleted.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["auth.me.tokens.index"];
        put?: never;
        /**
         * Create an access token
         * @description Creates a personal access token for the account. Its value is in this answer and nowhere else.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** a token is created, and the owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) when the name is reserved, a scope isn't in the catalogue, or the lifetime is too long. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["auth.me.tokens.store"];
        /**
         * Revoke your other access tokens
         * @description Revokes all personal access tokens of the account except the one of this request, tokens from signing in included.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** the tokens stop working immediately. Browser sessions and connected applications stay active.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.tokens.destroy-others"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the token.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an access token
         * @description Revokes a personal access token of the account, which can be the one of this request. Revoking it again changes
         *     nothing.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** the token stops working immediately.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `not_found` (404) when the token doesn't exist or belongs to another account. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["auth.me.tokens.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your connected applications
         * @description Lists the OAuth2 clients that have access to the account, by name.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["auth.me.applications.index"];
        put?: never;
        post?: never;
        /**
         * Revoke the access of all applications
         * @description Revokes the access of all OAuth2 clients to the account. The token of this request belongs to none, so it stays
         *     active.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** all access and refresh tokens and codes of the applications for the account stop working
         *     immediately.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.applications.destroy-others"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/applications/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an application's access
         * @description Revokes the access of an OAuth2 client to the account. Revoking it again changes nothing.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** all its access and refresh tokens and its codes for the account stop working immediately.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `not_found` (404) when the application never had access to the account. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["auth.me.applications.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show your two-factor authentication
         * @description Shows whether two-factor authentication is on, and how many recovery codes are left.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) when the request has query parameters.
         */
        get: operations["auth.me.two-factor.show"];
        /**
         * Turn on two-factor authentication
         * @description Completes the setup with the first code from the authenticator app. The answer has the recovery codes, which are
         *     those of the passkeys if the account has some. Wrong codes count towards the pause for failed codes.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** signing in asks for a code. The owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while two-factor authentication is turned off in the settings. `validation_failed` (422) on `code` when it is wrong, and on `two_factor` when no setup is pending. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        put: operations["auth.me.two-factor.confirm"];
        /**
         * Start setting up two-factor authentication
         * @description Creates a key for an authenticator app. Two-factor authentication is on once `auth.me.two-factor.confirm` gets a
         *     code of this key. A new setup replaces an unfinished one.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** the account has a key that isn't confirmed. Signing in stays as it is.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while two-factor authentication is turned off in the settings. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) on `two_factor` when two-factor authentication is already on. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["auth.me.two-factor.store"];
        /**
         * Turn off two-factor authentication
         * @description Turns off two-factor authentication with a code or a recovery code, or cancels an unfinished setup, which needs
         *     neither. Wrong codes count towards the pause for failed codes. An account that must have a second factor
         *     (`auth.two_factor_required`) can't turn it off without a passkey.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** signing in asks only for the password. The key is deleted, and without passkeys the recovery codes,
         *     too. Challenges end, and the owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while two-factor authentication is turned off in the settings, or the settings require it of this account. `validation_failed` (422) on `code` when it is missing or wrong, and on `two_factor` when two-factor authentication is off. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.two-factor.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show your recovery codes
         * @description Shows the unused recovery codes.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while two-factor authentication and passkeys are turned off in the settings. `validation_failed` (422) when the request has query parameters. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        get: operations["auth.me.recovery-codes.index"];
        put?: never;
        /**
         * Replace your recovery codes
         * @description Creates new recovery codes.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password.
         *
         *     **What changes:** the earlier codes stop working. The owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while two-factor authentication and passkeys are turned off in the settings. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) on `two_factor` when the account has neither two-factor authentication nor a passkey. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["auth.me.recovery-codes.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start creating a passkey
         * @description Creates a challenge and returns the options for `navigator.credentials.create`, whose answer `auth.me.passkeys.store`
         *     accepts.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password or passkey.
         *
         *     **What changes:** a challenge is stored for five minutes.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while passkeys are turned off in the settings. `validation_failed` (422) when the request has query parameters. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["auth.me.passkeys.options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Lists the passkeys of the account, oldest first.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["auth.me.passkeys.index"];
        put?: never;
        /**
         * Add a passkey
         * @description Adds the passkey that the browser created with the options of `auth.me.passkeys.options`. The first second factor of
         *     an account comes with recovery codes.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password or passkey.
         *
         *     **What changes:** the passkey can sign in to the account. The owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) while passkeys are turned off in the settings. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) on `credential` when it is wrong, used, expired or already registered, or the account has 25 passkeys. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["auth.me.passkeys.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                passkey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Removes a passkey of the account. The last way to sign in can't be removed, and neither can the last second factor
         *     of an account that must have one.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password or passkey.
         *
         *     **What changes:** the passkey no longer signs in. The recovery codes are deleted with the last second factor. The
         *     owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) when the settings require a second factor of this account, and this is the last one. `not_found` (404) when the account has no such passkey. `validation_failed` (422) on `passkey` when it is the only way to sign in. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.passkeys.destroy"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Changes the name of a passkey of the account.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password or passkey.
         *
         *     **What changes:** the name.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `not_found` (404) when the account has no such passkey. `validation_failed` (422) on `name` when it is blank or has characters that aren't allowed. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        patch: operations["auth.me.passkeys.update"];
        trace?: never;
    };
    "/auth/me/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your linked accounts
         * @description Lists the accounts at sign-in providers that sign in to the account, oldest first. They are linked in the browser.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["auth.me.identities.index"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/identities/{identity}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the linked account.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                identity: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an account at a provider
         * @description Removes the link to an account at a sign-in provider. The last way to sign in can't be removed.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in and a recent password or passkey.
         *
         *     **What changes:** the account at the provider no longer signs in. The owner is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `not_found` (404) when the account has no such link. `validation_failed` (422) on `identity` when it is the only way to sign in. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        delete: operations["auth.me.identities.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your activity
         * @description Lists what the account did and what was done to it, newest first. Where others acted, their address and browser
         *     are left out.
         *
         *     **Who may call it:** the owner of the account, with a token from signing in.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `validation_failed` (422) for an unknown filter, event or parameter.
         */
        get: operations["auth.me.activity.index"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Mails a link to reset the password, if an active account has the address. The answer and its time don't reveal
         *     whether one does. At most one mail a minute is sent to an address.
         *
         *     **Who may call it:** anyone, while the setting `auth.password_reset` is on.
         *
         *     **What changes:** a link is mailed that works once and for 60 minutes.
         *
         *     **Errors:** `forbidden` (403) while password reset is turned off. `validation_failed` (422) when the address is malformed.
         */
        post: operations["auth.forgot-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the password
         * @description Sets a new password with the token of a reset link. It signs nobody in, and two-factor authentication stays as it
         *     is.
         *
         *     **Who may call it:** anyone with an unused link, while the setting `auth.password_reset` is on.
         *
         *     **What changes:** the password. All sessions, tokens, applications, challenges and links of the account end, and
         *     the owner is notified by mail.
         *
         *     **Errors:** `forbidden` (403) while password reset is turned off. `validation_failed` (422) on `token` when the link is unknown, used or expired, and on `password` when it doesn't meet the policy, after which the link still works.
         */
        post: operations["auth.reset-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitation/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start accepting an invitation with a passkey
         * @description Creates a challenge and returns the options for `navigator.credentials.create`, whose answer
         *     `auth.invitation.passkeys.store` accepts. The link still works afterwards.
         *
         *     **Who may call it:** anyone with an unused invitation to an account, while the setting `auth.passkeys` is on.
         *
         *     **What changes:** a challenge is stored for five minutes.
         *
         *     **Errors:** `forbidden` (403) while passkeys are turned off in the settings. `validation_failed` (422) on `token` when the link is unknown, used or expired, or isn't an invitation.
         */
        post: operations["auth.invitation.passkeys.options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitation/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation with a passkey
         * @description Adds the first passkey of an invited account, instead of a password, with the options of
         *     `auth.invitation.passkeys.options`. It signs nobody in.
         *
         *     **Who may call it:** anyone with an unused invitation to an account, while the setting `auth.passkeys` is on.
         *
         *     **What changes:** the passkey can sign in to the account, and the address is verified. All links of the account end,
         *     and the owner is notified by mail.
         *
         *     **Errors:** `forbidden` (403) while passkeys are turned off in the settings. `validation_failed` (422) on `token` when the link is unknown, used or expired, or isn't an invitation, and on `credential` when it is wrong, used, expired or already registered, after which the link still works.
         */
        post: operations["auth.invitation.passkeys.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email address
         * @description Verifies the address that a verification link was sent to, or completes a change of the address. It signs nobody
         *     in. Using a link again changes nothing.
         *
         *     **Who may call it:** anyone with the link.
         *
         *     **What changes:** the address is verified. A pending address replaces the current one.
         *
         *     **Errors:** `validation_failed` (422) on `signature` when the link is invalid or expired, and on `email` when another account has since taken the address.
         */
        post: operations["auth.email.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/email/verification-notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the verification mail again
         * @description Mails a new verification link, if an active account with this address still has to verify it. The answer and its
         *     time don't reveal whether one does. At most one mail a minute is sent to an address.
         *
         *     **Who may call it:** anyone.
         *
         *     **What changes:** a link is mailed.
         *
         *     **Errors:** `validation_failed` (422) when the address is malformed.
         */
        post: operations["auth.email.verification-notification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the definitions
         * @description Lists the choices that clients show to people, by key and in order. Labels and explanations are in the language
         *     of the account's profile, or in English if there is no translation. Unknown keys are ignored.
         *
         *     **Who may call it:** any signed-in account.
         *     Clients that act for themselves can call it, too.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `validation_failed` (422) for a malformed `keys` or an unknown parameter.
         */
        get: operations["definitions.index"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Lists accounts, filtered, sorted and in pages. Accounts with a higher rank than the caller's are neither listed
         *     nor counted. `filter[deleted]=only` lists the accounts that were deleted in the last 30 days instead.
         *     `users.restore` can restore them. Their `updated_at` is the time of the deletion.
         *
         *     **Who may call it:** holders of `users.read`. `filter[deleted]` requires `users.delete` as well.
         *     Clients that act for themselves can call it with a role that has the permission.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter, sort field or parameter.
         */
        get: operations["users.index"];
        put?: never;
        /**
         * Create a user
         * @description Creates an account for someone else. By default, it is active and has the role `user`. Without a password, its owner
         *     gets a mail with a link for choosing one, which works once and for 7 days. Until then, nobody can sign in to the
         *     account, and `meta.invitation_pending` is `true`.
         *
         *     **Who may call it:** holders of `users.create`. To assign a role, the caller must have all its permissions and at
         *     least its rank.
         *
         *     **What changes:** an account is created. While email verification is on, it is unverified, and a verification
         *     mail is sent, unless the owner is invited: using the invitation verifies the address. An account that isn't active
         *     gets its invitation from `users.update.invitation`.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the caller can't assign the role, or when a token that is limited to its scopes would give a role with more permissions than every user has. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) when a field is invalid or the address is taken.
         */
        post: operations["users.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export users
         * @description Exports all accounts that `users.index` lists with the same filters, as CSV (RFC 4180) in UTF-8 with a heading. Deleted
         *     accounts can't be exported. Text that a spreadsheet would read as a formula begins with an apostrophe.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** the activity log records the filters and the number of rows.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter, sort field or query name.
         */
        get: operations["users.index.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the status of several users
         * @description Changes the status of up to 100 accounts. Each is changed by itself: one that can't be changed doesn't stop the
         *     others, and `unchanged` says why.
         *
         *     **Who may call it:** holders of `users.update`. For each account, their rank must not be lower than its rank, and
         *     they need every permission of it. Users can't change their own status.
         *
         *     **What changes:** the status of the accounts in `changed`. A status that denies access (by default `inactive` and
         *     `banned`) revokes all their credentials.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown status, and for more than 100 users.
         */
        put: operations["users.update.statuses"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * Show a user
         * @description Shows one account. Its version is in the `ETag` header.
         *
         *     **Who may call it:** holders of `users.read`.
         *     Clients that act for themselves can call it with a role that has the permission.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        get: operations["users.show"];
        /**
         * Update a user
         * @description Changes the fields that are sent. Absent fields stay as they are. A request that changes nothing is answered
         *     with 200 as well.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's. To change the password,
         *     email address, status or role, the caller must have every permission of the account, and must be able to assign
         *     the new role. Users can't change these four fields of their own account here.
         *
         *     **What changes:** the account and its version. A new password or a denied status (by default `inactive` and
         *     `banned`) revokes every credential of the account. A new address is unverified. The owner gets a mail about a
         *     new password or address.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the caller can't change one of the fields, or when a token that is limited to its scopes would give a role with more permissions than every user has, or change the password or email of an account that has one. `own_account` (403) when the caller changes the password, address, status or role of their own account, with any token. `last_administrator` (403) when no active `system_admin` would remain. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when a field is invalid or the address is taken.
         */
        put: operations["users.update"];
        post?: never;
        /**
         * Delete a user
         * @description Deletes an account. `users.restore` can restore it for 30 days. After that, its personal data is erased.
         *
         *     **Who may call it:** holders of `users.delete` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't delete their own account here.
         *
         *     **What changes:** the account is deleted, its address can be used again, and all its credentials are revoked.
         *
         *     **Errors:** `self_delete` (403) for the caller's own account. `forbidden` (403) without the permission, or when the account has permissions that the caller lacks. `last_administrator` (403) when no active `system_admin` would remain. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.destroy"];
        options?: never;
        head?: never;
        /**
         * Update a user partially
         * @description Changes the fields that are sent. Absent fields stay as they are. A request that changes nothing is answered
         *     with 200 as well.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's. To change the password,
         *     email address, status or role, the caller must have every permission of the account, and must be able to assign
         *     the new role. Users can't change these four fields of their own account here.
         *
         *     **What changes:** the account and its version. A new password or a denied status (by default `inactive` and
         *     `banned`) revokes every credential of the account. A new address is unverified. The owner gets a mail about a
         *     new password or address.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the caller can't change one of the fields, or when a token that is limited to its scopes would give a role with more permissions than every user has, or change the password or email of an account that has one. `own_account` (403) when the caller changes the password, address, status or role of their own account, with any token. `last_administrator` (403) when no active `system_admin` would remain. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when a field is invalid or the address is taken.
         */
        patch: operations["users.patch"];
        trace?: never;
    };
    "/users/{user}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted user
         * @description Restores an account that was deleted less than 30 days ago. `users.index` with `filter[deleted]=only` lists
         *     these accounts.
         *
         *     **Who may call it:** holders of `users.delete` whose rank isn't lower than the account's and who have every
         *     permission of the account.
         *
         *     **What changes:** the account is restored with its password, second factor, recovery codes, role and status, and
         *     gets a new version. Its tokens, sessions, links and connected applications stay revoked, and its picture stays
         *     deleted. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the account has permissions that the caller lacks. `not_found` (404) when the account doesn't exist, isn't deleted, was deleted more than 30 days ago, or has a higher rank than the caller. `validation_failed` (422) on `email` when another account has since taken the address (change that account's address or delete it first), and for an id that isn't a UUID.
         */
        post: operations["users.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change the status of a user
         * @description Changes the status of one account.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't change their own status.
         *
         *     **What changes:** the status. A status that denies access (by default `inactive` and `banned`) revokes all
         *     credentials of the account.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the account has permissions that the caller lacks. `own_account` (403) for the caller's own account. `last_administrator` (403) when no active `system_admin` would remain. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) for an unknown status.
         */
        put: operations["users.update.status"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End all access of a user
         * @description Revokes all sessions, tokens and connected applications of an account. The account stays active, and its owner can
         *     sign in again.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account.
         *
         *     **What changes:** all credentials of the account are revoked. The owner gets a mail if there were any.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, or when the account has permissions that the caller lacks. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.update.access"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Turn off two-factor authentication of a user
         * @description Removes the second factor and the recovery codes of an account, for an owner who has lost both. Nothing happens when
         *     it is off.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account.
         *
         *     **What changes:** the account has no second factor. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, when the account has permissions that the caller lacks, or to a token that is limited to its scopes when the account has more permissions than every user. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.update.two-factor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/verification-notification": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a user the verification mail
         * @description Sends the mail with the verification link again, at most once a minute.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's.
         *
         *     **What changes:** a mail is sent, unless the address is verified or verification is off.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the caller may not change the account. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        post: operations["users.update.verification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a user the invitation again
         * @description Sends the link for choosing the first password again, at most once a minute. The former link stops working.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's.
         *
         *     **What changes:** a mail is sent, unless the account has a password or isn't active.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the caller may not change the account. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        post: operations["users.update.invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change the picture of a user
         * @description Replaces the picture of an account. Send a JPEG, PNG or WebP of at most 2 MiB and 4096 × 4096 pixels, whatever its name
         *     and declared type. Its middle becomes a WebP file of 256 × 256 pixels without metadata.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's.
         *
         *     **What changes:** the picture has a new address, and the old file is deleted.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `payload_too_large` (413) when the body is larger than 4 MiB. `unsupported_media_type` (415) when the body isn't `multipart/form-data`, or is compressed. `validation_failed` (422) when `avatar` is missing, isn't a single file, is larger than 2 MiB or 4096 × 4096 pixels, or isn't an undamaged JPEG, PNG or WebP picture without animation.
         */
        put: operations["users.update.avatar"];
        post?: never;
        /**
         * Remove the picture of a user
         * @description Removes the picture of an account. Without one, nothing changes.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's.
         *
         *     **What changes:** the account has no picture, and the file is deleted.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.update.avatar.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * List the browser sessions of a user
         * @description Lists the active browser sessions of an account, last used first.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["users.show.sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the session.
                 * @example 019a8f3c-6a1e-4c3b-9d52-0f6a1b2c3d4e
                 */
                session: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a browser session of a user
         * @description Ends one browser session of an account. `users.update.access` ends all sessions, tokens and applications of a user.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't do this to their own account here.
         *
         *     **What changes:** the browser is signed out. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, or when the account has permissions that the caller lacks. `not_found` (404) when the account doesn't exist or has a higher rank than the caller, or has no such session. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.update.sessions.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * List the access tokens of a user
         * @description Lists the personal access tokens of an account that weren't revoked, newest first. Expired tokens are listed until they
         *     are deleted.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["users.show.tokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the token.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an access token of a user
         * @description Revokes one personal access token of an account. Revoking it again changes nothing. `users.update.access` ends all sessions, tokens and applications of a user.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't do this to their own account here.
         *
         *     **What changes:** the token stops working immediately. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, or when the account has permissions that the caller lacks. `not_found` (404) when the account doesn't exist or has a higher rank than the caller, or has no such token. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.update.tokens.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * List the connected applications of a user
         * @description Lists the OAuth2 clients that have access to an account, by name.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["users.show.applications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/applications/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the client.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an application's access to a user
         * @description Revokes the access of one OAuth2 client to an account. Revoking it again changes nothing. `users.update.access` ends all sessions, tokens and applications of a user.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't do this to their own account here.
         *
         *     **What changes:** the tokens and codes of the application for the account stop working immediately. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, or when the account has permissions that the caller lacks. `not_found` (404) when the account doesn't exist or has a higher rank than the caller, or never gave the application access. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["users.update.applications.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * List the passkeys of a user
         * @description Lists the passkeys of an account, oldest first.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["users.show.passkeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the passkey.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                passkey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey of a user
         * @description Removes a passkey of an account, for an owner who has lost it. The last way to sign in can't be removed.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't do this to their own account here.
         *
         *     **What changes:** the passkey no longer signs in. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, when the account has permissions that the caller lacks, or to a token that is limited to its scopes when the account has more permissions than every user. `not_found` (404) when the account doesn't exist or has a higher rank than the caller, or has no such passkey. `validation_failed` (422) on `passkey` when it is the only way to sign in.
         */
        delete: operations["users.update.passkeys.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * List the linked accounts of a user
         * @description Lists the accounts at sign-in providers that sign in to an account, oldest first.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the account doesn't exist or has a higher rank than the caller. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["users.show.identities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/identities/{identity}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the linked account.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                identity: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a user's account at a provider
         * @description Removes the link to an account at a sign-in provider. The last way to sign in can't be removed.
         *
         *     **Who may call it:** holders of `users.update` whose rank isn't lower than the account's and who have every
         *     permission of the account. Users can't do this to their own account here.
         *
         *     **What changes:** the account at the provider no longer signs in. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, for the caller's own account, when the account has permissions that the caller lacks, or to a token that is limited to its scopes when the account has more permissions than every user. `not_found` (404) when the account doesn't exist or has a higher rank than the caller, or has no such link. `validation_failed` (422) on `identity` when it is the only way to sign in.
         */
        delete: operations["users.update.identities.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Lists roles, filtered, sorted and in pages. Roles with a higher rank than the caller's are neither listed nor
         *     counted. `holders` counts only the accounts that the caller can see.
         *
         *     **Who may call it:** holders of `roles.read`.
         *     Clients that act for themselves can call it with a role that has the permission.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter, sort field or parameter.
         */
        get: operations["roles.index"];
        put?: never;
        /**
         * Create a role
         * @description Creates a role below the caller's rank. Permissions that the caller doesn't have are left out, and
         *     `meta.permissions_left_out` is then `true`. There can be 200 roles.
         *
         *     **Who may call it:** holders of `roles.create`.
         *
         *     **What changes:** a role is created. Nobody has it yet.
         *
         *     **Errors:** `forbidden` (403) without the permission. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) when a field is invalid, the name is taken, or the rank isn't lower than the caller's.
         */
        post: operations["roles.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the role.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                role: string;
            };
            cookie?: never;
        };
        /**
         * Show a role
         * @description Shows one role. Its version is in the `ETag` header.
         *
         *     **Who may call it:** holders of `roles.read`.
         *     Clients that act for themselves can call it with a role that has the permission.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the role doesn't exist or has a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        get: operations["roles.show"];
        /**
         * Update a role
         * @description Changes the fields that are sent. Absent fields stay as they are. Permissions that the caller doesn't have stay as
         *     they are, too. If the request asks for one of them, `meta.permissions_left_out` is `true`. A request that changes
         *     nothing is answered with 200 as well.
         *
         *     **Who may call it:** holders of `roles.update` with a higher rank than the role. Nobody can change their own role
         *     or `system_admin`.
         *
         *     **What changes:** the role, for all its holders from their next request.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the role doesn't have a lower rank than the caller. `not_found` (404) when the role doesn't exist or has a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when a field is invalid, or the rank isn't lower than the caller's.
         */
        put: operations["roles.update"];
        post?: never;
        /**
         * Delete a role
         * @description Deletes a role that no account and no OAuth2 client has. Give its holders another role first.
         *
         *     **Who may call it:** holders of `roles.delete` with a higher rank than the role. `system_admin`, `admin` and `user`
         *     can't be deleted.
         *
         *     **What changes:** the role is deleted, and its name can be used again.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the role doesn't have a lower rank than the caller, or when the service depends on it. `not_found` (404) when the role doesn't exist or has a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) on `role` while an account or a client has the role, perhaps one that the caller can't see, and when the id isn't a UUID.
         */
        delete: operations["roles.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activity log
         * @description Lists what happened, newest first, for the last 400 days. Events by or about accounts with a higher rank than the
         *     caller's, and about roles with a higher rank, are neither listed nor counted. Secrets are never in the log.
         *
         *     **Who may call it:** holders of `activity-logs.read`.
         *     Clients that act for themselves can call it with a role that has the permission.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter or parameter, an invalid value, and a search for people that matches more than 25 of them.
         */
        get: operations["activity-logs.index"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the activity log
         * @description Exports everything that `activity-logs.index` lists with the same filters, newest first, as CSV (RFC 4180) in UTF-8
         *     with a heading. Text that a spreadsheet would read as a formula begins with an apostrophe.
         *
         *     **Who may call it:** holders of `activity-logs.read`.
         *
         *     **What changes:** the activity log records the filters.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter or parameter, an invalid value, and a search for people that matches more than 25 of them.
         */
        get: operations["activity-logs.index.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity-logs/chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count sign-ins by day
         * @description Counts the sign-ins and the failed ones of the last 30 days in UTC, oldest first, including today. The numbers are
         *     at most a minute old. Accounts with a higher rank than the caller's aren't counted.
         *
         *     **Who may call it:** holders of `activity-logs.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) when the request has query parameters.
         */
        get: operations["activity-logs.index.chart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity-logs/{activity_log}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the entry.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                activity_log: string;
            };
            cookie?: never;
        };
        /**
         * Show an entry of the activity log
         * @description Shows one entry.
         *
         *     **Who may call it:** holders of `activity-logs.read`.
         *     Clients that act for themselves can call it with a role that has the permission.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the entry doesn't exist, or is by or about an account with a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        get: operations["activity-logs.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the settings
         * @description Shows all settings. Secrets aren't returned: `<key>_is_set` says whether they have a value.
         *
         *     **Who may call it:** holders of `settings.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) when the request has query parameters.
         */
        get: operations["settings.index"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings
         * @description Changes the settings that are sent. Settings that are absent or null, and secrets that are blank, stay as they are.
         *     A request that changes nothing is answered with 200 as well.
         *
         *     A change that reduces protection, removes a secret or turns on the CAPTCHA must be confirmed. Without that, the
         *     answer is 422, nothing is changed, and each field `confirm.<key>` in `errors` is a warning about the setting with
         *     that key. To accept the warnings, send the request again with the keys in `confirm`.
         *
         *     A stored secret must be entered again with another mail server or CAPTCHA provider.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** the settings, in all processes from their next request.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) when a value is invalid, settings don't fit each other, or a warning isn't confirmed.
         */
        patch: operations["settings.update"];
        trace?: never;
    };
    "/settings/logos/{scheme}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The colour scheme of the pages that show the logo.
                 * @example light
                 */
                scheme: "light" | "dark";
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change a logo
         * @description Replaces the logo for light or dark backgrounds. Send a JPEG, PNG or WebP of at most 2 MiB and 4096 × 4096 pixels, whatever
         *     its name and declared type. It becomes a PNG file without metadata, of at most 512 × 512 pixels in its own proportions. With
         *     only one logo, it is used on both backgrounds. The logo for light backgrounds is also the icon of the service.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** the logo has a new address, and the old file is deleted.
         *
         *     **Errors:** `forbidden` (403) without the permission. `payload_too_large` (413) when the body is larger than 4 MiB. `unsupported_media_type` (415) when the body isn't `multipart/form-data`, or is compressed. `validation_failed` (422) when the scheme is unknown, or when `logo` is missing, isn't a single file, is larger than 2 MiB or 4096 × 4096 pixels, or isn't an undamaged JPEG, PNG or WebP picture without animation.
         */
        put: operations["settings.update.logo"];
        post?: never;
        /**
         * Remove a logo
         * @description Removes the logo for light or dark backgrounds. Without one, nothing changes.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** the service has no such logo, and the file is deleted.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["settings.update.logo.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail
         * @description Sends a mail to the caller's own address with the stored settings, without the queue.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** nothing. A mail is sent.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) when the request has query parameters.
         */
        post: operations["settings.update.mail-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/captcha/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the CAPTCHA
         * @description Checks a response of the provider's widget with the stored keys, whether or not the CAPTCHA is on.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) when a field is invalid.
         */
        post: operations["settings.update.captcha-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sign-in providers
         * @description Lists the services whose accounts can sign in here, by name, including those that are turned off.
         *
         *     **Who may call it:** holders of `settings.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown parameter.
         */
        get: operations["settings.index.providers"];
        put?: never;
        /**
         * Add a sign-in provider
         * @description Adds a service whose accounts can sign in here. Register the `redirect_uri` of the answer at the provider.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** the sign-in page has a button for the provider, unless it is turned off.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the caller can't assign the role, or when a token that is limited to its scopes would give a role with more permissions than every user has. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) when a field is invalid.
         */
        post: operations["settings.update.providers.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the provider.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                provider: string;
            };
            cookie?: never;
        };
        /**
         * Show a sign-in provider
         * @description Shows a provider without its client secret.
         *
         *     **Who may call it:** holders of `settings.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the provider doesn't exist. `validation_failed` (422) when the id isn't a UUID.
         */
        get: operations["settings.show.provider"];
        put?: never;
        post?: never;
        /**
         * Delete a sign-in provider
         * @description Deletes a provider. Accounts without a password then need a link to set one.
         *
         *     **Who may call it:** holders of `settings.update` who can assign the role of the provider's new accounts.
         *
         *     **What changes:** nobody can sign in with it, and all links to it are removed.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the caller can't assign the role. `not_found` (404) when the provider doesn't exist. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["settings.update.provider.destroy"];
        options?: never;
        head?: never;
        /**
         * Change a sign-in provider
         * @description Changes the fields that are sent. The kind and the issuer never change, because they decide whose accounts are linked.
         *
         *     **Who may call it:** holders of `settings.update` who can assign the role of the provider's new accounts.
         *
         *     **What changes:** the provider, in all processes from their next request.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the caller can't assign the role, or when a token that is limited to its scopes would give a role with more permissions than every user has. `not_found` (404) when the provider doesn't exist. `validation_failed` (422) when a field is invalid.
         */
        patch: operations["settings.update.provider"];
        trace?: never;
    };
    "/settings/providers/{provider}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the provider.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                provider: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the connection to a sign-in provider
         * @description Reads the metadata of an OpenID provider. It doesn't check the client id and the secret. GitHub has no metadata, so its
         *     test always passes.
         *
         *     **Who may call it:** holders of `settings.update`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the provider doesn't exist. `validation_failed` (422) when the id isn't a UUID.
         */
        post: operations["settings.update.provider.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access tokens
         * @description Lists the personal access tokens of all accounts that the caller's rank allows, without the revoked ones.
         *
         *     **Who may call it:** holders of `api-tokens.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter, sort field or query name.
         */
        get: operations["api-tokens.index"];
        put?: never;
        /**
         * Create an access token
         * @description Creates a personal access token for the caller's own account. Its value is in this answer and nowhere else.
         *
         *     **Who may call it:** holders of `api-tokens.create`. A token from signing in needs a recent password.
         *
         *     A token of an application, and a personal one that is limited to its scopes, can give only scopes that it has; without
         *     `scopes` it gives all of them. The new token ends with it, and is always limited to its scopes.
         *
         *     **What changes:** a token is created, and the owner is notified by mail.
         *
         *     **Errors:** `forbidden` (403) without the permission. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) when the name is reserved, a scope isn't in the catalogue or the token of the request lacks it, or the lifetime is too long. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["api-tokens.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the token.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an access token
         * @description Revokes a personal access token. Revoking it again changes nothing.
         *
         *     **Who may call it:** holders of `api-tokens.delete`. For a token of another account, they also need `api-tokens.read`
         *     and every permission of that account.
         *
         *     **What changes:** the token is revoked. Its owner is notified by mail when someone else revokes it.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the account has permissions that the caller lacks. `not_found` (404) when the token doesn't exist or belongs to an account of a higher rank. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["api-tokens.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth2 clients
         * @description Lists the OAuth2 clients, filtered, sorted and in pages. Deleted clients and those whose role has a higher rank than
         *     the caller aren't listed.
         *
         *     **Who may call it:** holders of `api-clients.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) while the service runs without the OAuth2 server. `validation_failed` (422) for an unknown filter, sort field or parameter.
         */
        get: operations["api-clients.index"];
        put?: never;
        /**
         * Create an OAuth2 client
         * @description Registers an OAuth2 client. A confidential client gets a secret, which is in this answer and nowhere else.
         *
         *     **Who may call it:** holders of `api-clients.create`. A token from signing in needs a recent password. Tokens of
         *     applications, and personal ones that are limited to their scopes, are rejected.
         *
         *     **What changes:** a client is created, and the caller is notified by mail.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) without the permission, or when the caller can't assign the role. `not_found` (404) while the service runs without the OAuth2 server. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `validation_failed` (422) when a field is invalid, or the grants don't fit the type or the redirect addresses. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["api-clients.store"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-clients/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        /**
         * Show an OAuth2 client
         * @description Shows one client. Its version is in the `ETag` header.
         *
         *     **Who may call it:** holders of `api-clients.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when the client doesn't exist, was deleted, or has a role of a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        get: operations["api-clients.show"];
        put?: never;
        post?: never;
        /**
         * Delete an OAuth2 client
         * @description Deletes a client. This can't be undone.
         *
         *     **Who may call it:** holders of `api-clients.delete`. If the client has a role, they must be able to assign it.
         *
         *     **What changes:** the client can't authenticate any more, and all its tokens and codes are revoked.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the caller can't assign the client's role. `not_found` (404) when the client doesn't exist, was deleted, or has a role of a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["api-clients.destroy"];
        options?: never;
        head?: never;
        /**
         * Update an OAuth2 client
         * @description Changes the fields that are sent. Absent fields stay as they are. The type and the grants can't be changed. A
         *     request that changes nothing is answered with 200 as well.
         *
         *     **Who may call it:** holders of `api-clients.update`. If the client has a role, they must be able to assign it.
         *
         *     **What changes:** the client, from its next request. Its tokens stay active.
         *
         *     **Errors:** `forbidden` (403) without the permission, when the caller can't assign the role that the client has or gets, or when a token that is limited to its scopes would change `jwks`, `token_endpoint_auth_method`, `may_introspect` or `introspection_resources`, or give a role with more permissions than every user has. `not_found` (404) when the client doesn't exist, was deleted, or has a role of a higher rank than the caller. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when a field is invalid.
         */
        patch: operations["api-clients.update"];
        trace?: never;
    };
    "/api-clients/{client}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Change the logo of an OAuth2 client
         * @description Replaces the logo that users see before they allow the application. Send a JPEG, PNG or WebP of at most 2 MiB and
         *     4096 × 4096 pixels, whatever its name and declared type. It becomes a PNG file without metadata, of at most 512 × 512
         *     pixels in its own proportions.
         *
         *     **Who may call it:** holders of `api-clients.update`. If the client has a role, they must be able to assign it.
         *
         *     **What changes:** the logo has a new address, and the old file is deleted.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the caller can't assign the client's role. `not_found` (404) when the client doesn't exist, was deleted, or has a role of a higher rank than the caller. `payload_too_large` (413) when the body is larger than 4 MiB. `unsupported_media_type` (415) when the body isn't `multipart/form-data`, or is compressed. `validation_failed` (422) when `logo` is missing, isn't a single file, is larger than 2 MiB or 4096 × 4096 pixels, or isn't an undamaged JPEG, PNG or WebP picture without animation.
         */
        put: operations["api-clients.update.logo"];
        post?: never;
        /**
         * Remove the logo of an OAuth2 client
         * @description Removes the logo. Without one, nothing changes.
         *
         *     **Who may call it:** holders of `api-clients.update`. If the client has a role, they must be able to assign it.
         *
         *     **What changes:** the client has no logo, and the file is deleted.
         *
         *     **Errors:** `forbidden` (403) without the permission, or when the caller can't assign the client's role. `not_found` (404) when the client doesn't exist, was deleted, or has a role of a higher rank than the caller. `validation_failed` (422) when the id isn't a UUID.
         */
        delete: operations["api-clients.update.logo.destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-clients/{client}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of an OAuth2 client
         * @description Gives a confidential client a new secret, which is in this answer and nowhere else.
         *
         *     **Who may call it:** holders of `api-clients.update`. If the client has a role, they must be able to assign it. A
         *     token from signing in needs a recent password. Tokens of applications, and personal ones that are limited to their
         *     scopes, are rejected.
         *
         *     **What changes:** the old secret stops working immediately. The client's tokens stay active.
         *
         *     **Errors:** `first_party_only` (403) for a token that wasn't issued at sign-in. `forbidden` (403) without the permission, for a public client, which has no secret, or when the caller can't assign the client's role. `not_found` (404) when the client doesn't exist, was deleted, or has a role of a higher rank than the caller. `idempotency_in_progress` (409) while the first request with the same `Idempotency-Key` is running. `already_created` (409) when an earlier request with the same `Idempotency-Key` was successful. `stale` (412) when `If-Match` isn't the current version. `validation_failed` (422) when the id isn't a UUID. `idempotency_key_reused` (422) when the `Idempotency-Key` belongs to a different request. `password_confirmation_required` (423) when the password wasn't entered recently with this token.
         */
        post: operations["api-clients.update.secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Present only with `APP_DEBUG=true`. Don't rely on it. */
        Debug: {
            /** @description The name of the error. */
            exception: string;
            /** @description The text of the error. */
            message: string;
            /** @description The lines of the stack. */
            trace: string[];
        };
        /** @description Always `{}`. */
        EmptyObject: Record<string, never>;
        /** @description Error messages by field (dotted path). */
        FieldErrors: {
            [key: string]: string[];
        };
        /**
         * @description The place of a page in its list. A page that was read by a cursor has no numbers: `current_page`, `last_page`, `from`
         *     and `to` are null.
         */
        Pagination: {
            /** @description The number of items in the whole list. */
            total: number;
            /** @description The most items on a page. */
            per_page: number;
            /** @description The number of this page. */
            current_page: number | null;
            /** @description The number of the last page. */
            last_page: number | null;
            /** @description The number of the first item on the page. Null on an empty page. */
            from: number | null;
            /** @description The number of the last item on the page. Null on an empty page. */
            to: number | null;
            /** @description Continues after this page. Null on the last page. */
            next_cursor: string | null;
            /** @description Continues before this page. Null on the first page. */
            prev_cursor: string | null;
        };
        /**
         * Format: well-formed-text
         * @description 1 to 255 characters. No leading space, and no control, direction or zero-width characters.
         * @example Ada
         */
        PersonName: string;
        /**
         * Format: well-formed-text
         * @description Stored trimmed, in lower case and in NFC.
         * @example ada@example.test
         */
        EmailAddress: string;
        /**
         * Format: password
         * @description Must meet the password policy in the settings. At most 72 bytes in UTF-8, and no NUL character.
         * @example correct-horse-battery
         */
        NewPassword: string;
        /** @description The person's name, address and password. The account gets the role `user`. */
        RegisterRequest: {
            first_name: components["schemas"]["PersonName"];
            last_name: components["schemas"]["PersonName"];
            email: components["schemas"]["EmailAddress"];
            password: components["schemas"]["NewPassword"];
            password_confirmation: components["schemas"]["NewPassword"];
        };
        /**
         * Format: date-time
         * @description RFC 3339, UTC, with milliseconds. Null if it hasn't happened.
         * @example 2026-11-21T09:30:00.000Z
         */
        NullableTimestamp: string | null;
        /**
         * Format: date-time
         * @description RFC 3339, UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        Timestamp: string;
        /** @description The public fields of an account, the same everywhere. */
        User: {
            /**
             * Format: uuid
             * @description The id of the account.
             */
            id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name. */
            last_name: string;
            /** @description First and last name. */
            full_name: string;
            /** @description Initials such as AL, for clients that show no picture. */
            initials: string;
            /** @description The email address in lower case. */
            email: string;
            /** @description A value of the definition `userStatus`. Clients must accept values that they don't know. */
            status: string | null;
            /** @description The name of the highest-ranked role. Null without a role. */
            role: string | null;
            /** @description The absolute URL of the picture. Null without a picture. */
            avatar_url: string | null;
            /** @description A time zone name from the IANA database. */
            timezone: string;
            email_verified_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The account and its new token. */
        UserWithToken: {
            user: components["schemas"]["User"];
            /** @description A personal access token named `auth-token`. It is never shown again. */
            token: string;
        };
        /** @description The registered account, without a token until its address is verified. */
        UserAwaitingVerification: {
            user: components["schemas"]["User"];
            /** @description Always `true`. The owner has to follow the link in the mail first. */
            requires_verification: boolean;
        };
        /** @description The address and the password of an account. */
        LoginRequest: {
            /** @description The email address of the account. */
            email: string;
            /**
             * Format: password
             * @description The password.
             */
            password: string;
        };
        /** @description The password is correct, but the account's address must be verified first. There is no token. */
        VerificationRequired: {
            /** @description Always `true`. The owner has to follow the link in the mail first. */
            requires_verification: boolean;
        };
        /** @description The password is correct. Answer the challenge with a second factor to get a token. */
        TwoFactorRequired: {
            /** @description Always `true`. The challenge has to be answered first. */
            requires_two_factor: boolean;
            /**
             * Format: uuid
             * @description Identifies the challenge, which allows one attempt within 300 seconds.
             */
            challenge: string;
        };
        /** @description Empty, unless someone else chose the account's password. */
        PasswordNotice: {
            /** @description Someone else chose the password. The pages ask the owner for a new one. The API isn't affected. */
            password_must_change?: boolean;
        };
        /** @description The answer to a challenge, with either a code from the app or a recovery code. */
        TwoFactorChallengeRequest: {
            /** @description The challenge from the answer to `auth.login`. */
            challenge: string;
            /** @description The six-digit code from the authenticator app. If both fields are sent, this one is used. */
            code?: string | null;
            /** @description A recovery code. Each works once. */
            recovery_code?: string | null;
        };
        /** @description The id of the credential as Base64url. */
        CredentialId: string;
        /** @description The results of extensions. They aren't used. */
        ClientExtensionResults: {
            /** @description Whether the credential is discoverable. */
            credProps?: {
                /** @description Whether it is. */
                rk?: boolean;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description Bytes as Base64url without padding. */
        Base64url: string;
        /** @description The answer of a passkey, as `PublicKeyCredential.toJSON()` returns it. */
        AuthenticationCredential: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /** @description Always `public-key`. */
            type: string;
            /** @description Isn't used. */
            authenticatorAttachment?: string | null;
            clientExtensionResults?: components["schemas"]["ClientExtensionResults"];
            /** @description The answer of the authenticator. */
            response: {
                clientDataJSON: components["schemas"]["Base64url"];
                authenticatorData: components["schemas"]["Base64url"];
                signature: components["schemas"]["Base64url"];
                /** @description The account as the authenticator knows it. */
                userHandle?: string | null;
            };
        };
        /** @description Either the password or the answer of a passkey. If both are sent, the passkey is used. */
        ConfirmPasswordRequest: {
            credential?: components["schemas"]["AuthenticationCredential"];
            /**
             * Format: password
             * @description The current password.
             */
            password?: string;
        };
        /** @description How long the token counts as confirmed. */
        PasswordConfirmation: {
            confirmed_until: components["schemas"]["Timestamp"];
        };
        /** @description Names a credential. */
        PublicKeyDescriptor: {
            /** @description The id of the credential as Base64url. */
            id: string;
            /** @description Always `public-key`. */
            type: string;
            /** @description How its authenticator can be reached, such as `internal`, `hybrid` or `usb`. */
            transports?: string[];
        };
        /** @description For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`. */
        PasskeyRequestOptions: {
            /** @description The challenge as Base64url, for one attempt within five minutes. */
            challenge: string;
            /** @description Milliseconds until the challenge expires. */
            timeout: number;
            /** @description The domain that the passkey belongs to. */
            rpId: string;
            /** @description The passkeys that can be used. Empty for signing in: the user chooses one. */
            allowCredentials: components["schemas"]["PublicKeyDescriptor"][];
            /** @description Always `required`. */
            userVerification: string;
        };
        /** @description The options for using a passkey. */
        PasskeyRequest: {
            public_key: components["schemas"]["PasskeyRequestOptions"];
        };
        /** @description What the authenticator answered to the options of `auth.passkeys.options`. */
        PasskeySignInRequest: {
            credential: components["schemas"]["AuthenticationCredential"];
            /** @description The challenge from the answer to `auth.login`, which the passkey then answers. Without it, the passkey alone signs in. */
            challenge?: string;
        };
        /** @description The signed-in account with its roles and permissions. */
        Me: {
            /**
             * Format: uuid
             * @description The id of the account.
             */
            id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name. */
            last_name: string;
            /** @description First and last name. */
            full_name: string;
            /** @description Initials such as AL, for clients that show no picture. */
            initials: string;
            /** @description The email address. */
            email: string;
            /** @description A value of the definition `userStatus`. Clients must accept values that they don't know. */
            status: string | null;
            /** @description The name of the highest-ranked role. Null without a role. */
            role: string | null;
            /** @description The absolute URL of the picture. Null without a picture. */
            avatar_url: string | null;
            /** @description A time zone name from the IANA database. */
            timezone: string;
            email_verified_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The names of all roles of the account, sorted. */
            roles: string[];
            /** @description The names of all permissions of the account, sorted. Clients must accept names that they don't know. */
            permissions: string[];
        };
        /** @description Absent fields stay as they are. */
        UpdateOwnProfileRequest: {
            first_name?: components["schemas"]["PersonName"];
            last_name?: components["schemas"]["PersonName"];
            /**
             * @description The language of mails and pages, and of definitions in the API.
             * @example en
             * @enum {string}
             */
            locale?: "en" | "tr";
            /**
             * @description A time zone name from the IANA database, used for times in mails and on pages.
             * @example Europe/Istanbul
             */
            timezone?: string;
        };
        /** @description The new password, twice, and the current one. */
        UpdateOwnPasswordRequest: {
            /**
             * Format: password
             * @description The current password.
             */
            current_password: string;
            password: components["schemas"]["NewPassword"];
            password_confirmation: components["schemas"]["NewPassword"];
        };
        /** @description The new address. It takes effect when the link in the mail to it is opened. */
        UpdateOwnEmailRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        /** @description The email address of the account and the one that replaces it once its link is opened. */
        EmailChange: {
            /** @description The current address. It stays in use until the new one is verified. */
            email: string;
            /** @description The address that waits for its link. Null without a pending change. */
            pending_email: string | null;
        };
        /** @description What became of the mail. */
        VerificationReminder: {
            /** @description Whether a mail was sent. */
            sent: boolean;
        };
        /** @description The picture as a file of a multipart form. */
        AvatarUpload: {
            /**
             * Format: binary
             * @description The file. A JPEG, PNG or WebP picture of at most 2 MiB and 4096 × 4096 pixels, not animated.
             */
            avatar: Blob;
        };
        /** @description An active browser session of the account. */
        OwnSession: {
            /**
             * Format: uuid
             * @description The id to end the session with. It isn't a credential.
             */
            id: string;
            /** @description The address of the last request. */
            ip_address: string | null;
            /** @description The browser, as it described itself at sign-in. */
            user_agent: string | null;
            created_at: components["schemas"]["Timestamp"];
            last_active_at: components["schemas"]["Timestamp"];
        };
        /** @description A personal access token of the account. Its value is only in the answer that creates it. */
        OwnToken: {
            /**
             * Format: uuid
             * @description The id to revoke the token with. It isn't a credential.
             */
            id: string;
            /** @description The name that the owner chose, `auth-token` for tokens from signing in, or `api-dock`. */
            name: string;
            /** @description The scopes of the token. */
            scopes: string[];
            /** @description Whether the request was sent with this token. */
            is_current: boolean;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The name, the scopes and the lifetime of a personal access token. */
        StoreOwnTokenRequest: {
            name: components["schemas"]["PersonName"];
            /** @description Scopes of the operator's catalogue. Without any, the token gets the default scopes. */
            scopes?: string[];
            /**
             * @description The lifetime in days, up to the longest one that the operator allows, which is the default.
             * @example 30
             */
            expires_in_days?: number;
        };
        /** @description The new token with its value. */
        IssuedOwnToken: {
            /**
             * Format: uuid
             * @description The id to revoke the token with. It isn't a credential.
             */
            id: string;
            /** @description The name of the token. */
            name: string;
            /** @description The scopes of the token. */
            scopes: string[];
            expires_at: components["schemas"]["Timestamp"];
            /** @description The value to send as `Bearer`. It is never shown again. */
            token: string;
        };
        /** @description An OAuth2 client that has access to the account. */
        OwnApplication: {
            /**
             * Format: uuid
             * @description The id of the client.
             */
            id: string;
            /** @description The name of the client. */
            name: string;
            /** @description The page about the application. Null if there is none. */
            homepage_url: string | null;
            /** @description The absolute URL of the application's logo. Null if there is none. */
            logo_url: string | null;
            /** @description The scopes of its active tokens and codes, sorted. */
            scopes: string[];
            authorized_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The state of two-factor authentication of the account. */
        TwoFactorState: {
            /**
             * @description `pending` while a setup waits for its first code.
             * @enum {string}
             */
            status: "off" | "pending" | "on";
            confirmed_at: components["schemas"]["NullableTimestamp"];
            /** @description The number of unused recovery codes. */
            recovery_codes_left: number;
        };
        /** @description A code from the app, which shows that the key was entered there. */
        ConfirmTwoFactorRequest: {
            /** @description The six-digit code from the app. */
            code: string;
        };
        /** @description The unused recovery codes. Each works once. */
        RecoveryCodes: {
            /** @description The codes. Empty without a second factor. */
            recovery_codes: string[];
        };
        /** @description The key for the authenticator app. It is never shown again. */
        TwoFactorSetup: {
            /** @description The key in Base32, to enter by hand. */
            secret: string;
            /** @description The address to show as a QR code. */
            otpauth_uri: string;
        };
        /** @description A setup that isn't confirmed needs no code. If both fields are sent, `code` is used. */
        DisableTwoFactorRequest: {
            /** @description The six-digit code from the authenticator app. */
            code?: string;
            /** @description A recovery code instead. */
            recovery_code?: string;
        };
        /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`. */
        PasskeyCreationOptions: {
            /** @description The challenge as Base64url, for one attempt within five minutes. */
            challenge: string;
            /** @description The service. */
            rp: {
                /** @description The domain that the passkey belongs to. */
                id: string;
                /** @description The name of the service. */
                name: string;
            };
            /** @description The account. */
            user: {
                /** @description The user handle as Base64url. */
                id: string;
                /** @description The email address. */
                name: string;
                /** @description The full name. */
                displayName: string;
            };
            /** @description The accepted algorithms: ES256, EdDSA and RS256. */
            pubKeyCredParams: {
                /** @description Always `public-key`. */
                type: string;
                /** @description A COSE algorithm. */
                alg: number;
            }[];
            /** @description Milliseconds until the challenge expires. */
            timeout: number;
            /** @description The passkeys of the account. An authenticator with one of them creates no other. */
            excludeCredentials: components["schemas"]["PublicKeyDescriptor"][];
            /** @description A passkey can be found without an email address and verifies the user. */
            authenticatorSelection: {
                /** @description Always `required`. */
                residentKey: string;
                /** @description Always `true`. */
                requireResidentKey: boolean;
                /** @description Always `required`. */
                userVerification: string;
            };
            /** @description Always `none`. */
            attestation: string;
            /** @description Empty. The browser decides where to create the passkey. */
            hints: string[];
            /** @description Asks whether the credential is discoverable. */
            extensions: {
                /** @description Always `true`. */
                credProps: boolean;
            };
        };
        /** @description The options for creating a passkey. */
        PasskeyCreation: {
            public_key: components["schemas"]["PasskeyCreationOptions"];
        };
        /** @description A passkey of an account. */
        Passkey: {
            /**
             * Format: uuid
             * @description The id to rename or remove the passkey with.
             */
            id: string;
            /** @description The name that the owner chose, or that of the authenticator. */
            name: string;
            /** @description The authenticator or password manager. Null if it is unknown. */
            authenticator: string | null;
            /** @description The id of the credential as Base64url, for the signals of WebAuthn. */
            credential_id: string;
            /** @description Whether a copy of the passkey is stored with the account of its provider. */
            is_synced: boolean;
            /** @description How the authenticator can be reached. */
            transports: string[];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The new credential, as `PublicKeyCredential.toJSON()` returns it. */
        RegistrationCredential: {
            id: components["schemas"]["CredentialId"];
            rawId: components["schemas"]["CredentialId"];
            /** @description Always `public-key`. */
            type: string;
            /** @description Isn't used. */
            authenticatorAttachment?: string | null;
            clientExtensionResults?: components["schemas"]["ClientExtensionResults"];
            /** @description The answer of the authenticator. */
            response: {
                clientDataJSON: components["schemas"]["Base64url"];
                attestationObject: components["schemas"]["Base64url"];
                authenticatorData?: components["schemas"]["Base64url"];
                /** @description Isn't used. */
                publicKey?: string | null;
                /** @description Isn't used. */
                publicKeyAlgorithm?: number;
                /** @description How the authenticator can be reached. */
                transports?: string[];
            };
        };
        /**
         * Format: well-formed-text
         * @description 1 to 64 characters. No leading space, and no control, direction or zero-width characters.
         * @example Office key
         */
        ShortName: string;
        /** @description The name of the passkey, and what the authenticator answered. */
        StorePasskeyRequest: {
            credential: components["schemas"]["RegistrationCredential"];
            /** @description The name. Without it, that of the authenticator. */
            name?: components["schemas"]["ShortName"];
        };
        /** @description The new passkey. */
        CreatedPasskey: {
            passkey: components["schemas"]["Passkey"];
            /** @description The recovery codes, if this is the first second factor of the account. Otherwise empty. */
            recovery_codes: string[];
        };
        /** @description The new name of the passkey. */
        UpdatePasskeyRequest: {
            /** @description The new name. */
            name: components["schemas"]["ShortName"];
        };
        /** @description An account at a sign-in provider that signs in to the account. */
        LinkedIdentity: {
            /**
             * Format: uuid
             * @description The id to remove the link with.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the provider.
             */
            provider: string;
            /** @description The name of the provider. */
            provider_name: string;
            /** @description Whether people can sign in with the provider now. */
            is_enabled: boolean;
            /**
             * @description The email address that the provider named last. Null if it is unknown.
             * @example ada@example.test
             */
            email: string | null;
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description An event of the account. */
        OwnActivity: {
            /**
             * Format: uuid
             * @description The id of the event.
             */
            id: string;
            /** @description What happened, such as `password_changed`. Clients must accept events that they don't know. */
            event: string;
            /**
             * @description Who did it, the owner of the account (`self`), another user, or nobody who was signed in.
             * @enum {string}
             */
            actor: "self" | "other" | "none";
            /** @description What it was done to, such as `user` or `personal_access_token`. Null for nothing in particular. */
            subject_type: string | null;
            /** @description The address that it came from. Null for other users. */
            ip_address: string | null;
            /** @description The browser or program. Null for other users. */
            user_agent: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description The address of the account that gets the mail. */
        ForgotPasswordRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        /** @description The last part of the link in the mail. */
        LinkToken: string;
        /** @description The token of the link in the mail, and the new password, twice. */
        ResetPasswordRequest: {
            token: components["schemas"]["LinkToken"];
            password: components["schemas"]["NewPassword"];
            password_confirmation: components["schemas"]["NewPassword"];
        };
        /** @description The token of the link in the invitation. */
        InvitationOptionsRequest: {
            token: components["schemas"]["LinkToken"];
        };
        /** @description The token of the link in the invitation, and what the authenticator answered. */
        AcceptInvitationRequest: {
            token: components["schemas"]["LinkToken"];
            credential: components["schemas"]["RegistrationCredential"];
            /** @description The name of the passkey. Without it, that of the authenticator. */
            name?: components["schemas"]["ShortName"];
        };
        /** @description The parts of the link in the mail, `/email/verify/{id}/{hash}?expires={expires}&signature={signature}`. */
        VerifyEmailRequest: {
            /**
             * Format: uuid
             * @description The id of the account.
             */
            id: string;
            /** @description The second part of the path. */
            hash: string;
            /** @description `expires` in the query. */
            expires: string;
            /** @description `signature` in the query. */
            signature: string;
        };
        /** @description The address of the account that gets the mail. */
        VerificationNotificationRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        /** @description One choice of a list: its value for programs, and its label for people. */
        Definition: {
            /** @description The value that the API accepts and returns. */
            value: string;
            /** @description The text to show to people. */
            label: string;
            /** @description The position in the list, lowest first. */
            order: number;
            /**
             * @description The tone to show the choice in.
             * @enum {string}
             */
            severity: "success" | "info" | "warning" | "danger" | "neutral";
            /** @description The name of a Tabler icon. */
            icon: string | null;
            /** @description A sentence that explains the choice. */
            explanation: string | null;
        };
        /**
         * @description A value of the definition `userStatus`. The shipped values are `active`, `inactive` and `banned`.
         * @example active
         */
        Status: string;
        /**
         * @description The name of a role that the caller can assign. It replaces the roles of the account.
         * @example user
         */
        RoleName: string;
        /** @description Without `password` and `password_confirmation`, the owner is invited to choose a password. */
        StoreUserRequest: {
            first_name: components["schemas"]["PersonName"];
            last_name: components["schemas"]["PersonName"];
            email: components["schemas"]["EmailAddress"];
            password?: components["schemas"]["NewPassword"];
            password_confirmation?: components["schemas"]["NewPassword"];
            status?: components["schemas"]["Status"];
            role?: components["schemas"]["RoleName"];
        };
        /** @description Empty, unless the owner of the account hasn't chosen a password yet. */
        InvitationNotice: {
            /** @description The owner was invited and hasn't chosen a password yet. `users.update.invitation` sends the mail again. */
            invitation_pending?: boolean;
        };
        /** @description The accounts and their new status. */
        UpdateStatusesRequest: {
            status: components["schemas"]["Status"];
            /** @description The ids of the accounts. */
            users: string[];
        };
        /** @description An account whose status wasn't changed, and why. */
        UnchangedStatus: {
            /**
             * Format: uuid
             * @description The id of the account.
             */
            id: string;
            /** @description A sentence that says why. */
            reason: string;
        };
        /** @description What happened to each account. */
        StatusReport: {
            /** @description The ids of the accounts that have the new status. */
            changed: string[];
            /** @description The accounts whose status stays. */
            unchanged: components["schemas"]["UnchangedStatus"][];
        };
        /** @description Absent fields stay as they are. `password` requires `password_confirmation`. */
        UpdateUserRequest: {
            first_name?: components["schemas"]["PersonName"];
            last_name?: components["schemas"]["PersonName"];
            email?: components["schemas"]["EmailAddress"];
            password?: components["schemas"]["NewPassword"];
            password_confirmation?: components["schemas"]["NewPassword"];
            status?: components["schemas"]["Status"];
            role?: components["schemas"]["RoleName"];
        };
        /** @description The new status of the account. */
        UpdateStatusRequest: {
            status: components["schemas"]["Status"];
        };
        /** @description How much was ended. */
        EndedAccess: {
            /** @description Browser sessions. */
            sessions: number;
            /** @description Personal access tokens. */
            tokens: number;
            /** @description Connected applications. */
            applications: number;
        };
        /** @description What became of the mail. */
        InvitationReminder: {
            /** @description Whether a mail was sent. */
            sent: boolean;
        };
        /** @description An active browser session of the user. */
        UserSession: {
            /**
             * Format: uuid
             * @description The id to end the session with. It isn't a credential.
             */
            id: string;
            /** @description The address of the last request. */
            ip_address: string | null;
            /** @description The browser, as it described itself at sign-in. */
            user_agent: string | null;
            created_at: components["schemas"]["Timestamp"];
            last_active_at: components["schemas"]["Timestamp"];
        };
        /** @description A personal access token of the user. Its value is only in the answer that created it. */
        UserToken: {
            /**
             * Format: uuid
             * @description The id to revoke the token with. It isn't a credential.
             */
            id: string;
            /** @description The name that the owner chose, `auth-token` for tokens from signing in, or `api-dock`. */
            name: string;
            /** @description The scopes of the token. Empty if none were selected. */
            scopes: string[];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description An OAuth2 client with access to the user's account. */
        UserApplication: {
            /**
             * Format: uuid
             * @description The id of the client.
             */
            id: string;
            /** @description The name of the client. */
            name: string;
            /** @description The page about the application. Null if there is none. */
            homepage_url: string | null;
            /** @description The absolute URL of the application's logo. Null if there is none. */
            logo_url: string | null;
            /** @description The scopes of all its active tokens, sorted. */
            scopes: string[];
            authorized_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A role. Its rank decides which accounts and roles its holders can see and manage. */
        Role: {
            /**
             * Format: uuid
             * @description The id.
             */
            id: string;
            /** @description The name for programs. It never changes. */
            name: string;
            /** @description The name for people. */
            label: string;
            /** @description A lower number is a higher rank. `system_admin` has 1. */
            rank: number;
            /** @description The names of its permissions, sorted. `system_admin` has all of them. */
            permissions: string[];
            /** @description The number of accounts with the role that the caller can see. */
            holders: number;
            /** @description Whether the service depends on the role. It can't be deleted then. */
            is_core: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * Format: well-formed-text
         * @description 1 to 128 characters. No control, direction or zero-width characters.
         * @example Support
         */
        RoleLabel: string;
        /**
         * @description A lower number is a higher rank. It must be lower than the caller's own rank.
         * @example 500
         */
        RoleRank: number;
        /**
         * @description All permissions of the role. Callers can give and remove only permissions that they have themselves. Others stay as
         *     they are.
         * @example [
         *       "users.read"
         *     ]
         */
        RolePermissions: string[];
        /** @description The name, the rank and the permissions of a role. */
        StoreRoleRequest: {
            /**
             * @description 2 to 63 lower-case letters, digits and `_`, starting with a letter. It can't be changed.
             * @example support
             */
            name: string;
            label: components["schemas"]["RoleLabel"];
            rank: components["schemas"]["RoleRank"];
            permissions?: components["schemas"]["RolePermissions"];
        };
        /** @description Empty, unless some of the requested permissions were left out. */
        RoleNotice: {
            /** @description Requested permissions that the caller doesn't have were not given to the role. */
            permissions_left_out?: boolean;
        };
        /** @description Absent fields stay as they are. */
        UpdateRoleRequest: {
            label?: components["schemas"]["RoleLabel"];
            rank?: components["schemas"]["RoleRank"];
            permissions?: components["schemas"]["RolePermissions"];
        };
        /**
         * @description An account. `actor` is the one that acted, `owner` the one concerned by an event whose subject isn't an account, such
         *     as a token. Null if there is none or it no longer exists.
         */
        ActivityPerson: {
            /**
             * Format: uuid
             * @description The id.
             */
            id: string;
            /** @description First and last name. */
            name: string;
            /** @description The email address. */
            email: string;
            /** @description Whether the account was deleted. */
            is_deleted: boolean;
        } | null;
        /** @description What the event is about. Null for events without a subject, such as an unknown address at sign-in. */
        ActivitySubject: {
            /** @description The type, such as `user` or `role`. */
            type: string;
            /** @description The id. */
            id: string;
            /** @description The current name; for a deleted subject the name at that time. */
            name: string | null;
            /** @description The email address of a subject that is an account. */
            email: string | null;
        } | null;
        /** @description One event of the activity log. */
        ActivityLog: {
            /**
             * Format: uuid
             * @description The id.
             */
            id: string;
            /** @description What happened, such as `login_failed`. Later versions may add events. */
            event: string;
            /** @description The id of the account that did it. Null for guests and the command line. */
            actor_id: string | null;
            actor: components["schemas"]["ActivityPerson"];
            subject: components["schemas"]["ActivitySubject"];
            owner: components["schemas"]["ActivityPerson"];
            /** @description The values before and after, or other details of the event. Secrets are replaced. */
            changes: {
                [key: string]: unknown;
            };
            /** @description The IP address; `cli` for the command line of the server. */
            ip_address: string | null;
            /** @description The `User-Agent` of the request. */
            user_agent: string | null;
            /** @description The trace id of the request. */
            trace_id: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Sign-ins by day. */
        ActivityChart: {
            as_of: components["schemas"]["Timestamp"];
            /** @description 30 days, oldest first. */
            days: {
                /**
                 * Format: date
                 * @description The day in UTC.
                 */
                date: string;
                /** @description Successful sign-ins. */
                sign_ins: number;
                /** @description Wrong passwords and second factors. */
                failures: number;
            }[];
        };
        /**
         * @description All settings by key. Values are text: switches are `1` (on) or `0` (off), and numbers are decimal. Secrets are never
         *     returned, only whether they have a value.
         */
        Settings: {
            /** @description The name of the service, on pages and in mails. 1 to 60 characters. */
            "general.app_name": string;
            /** @description The time zone of new accounts, from the IANA database. */
            "general.timezone": string;
            /** @description The default language, `en` or `tr`. */
            "general.locale": string;
            /** @description Whether anyone can create an account. */
            "auth.registration": string;
            /** @description Whether new addresses must be verified before signing in. */
            "auth.email_verification": string;
            /** @description Whether forgotten passwords can be reset by mail. */
            "auth.password_reset": string;
            /** @description Whether users can turn on two-factor authentication. */
            "auth.two_factor": string;
            /** @description Whether users can sign in with passkeys. */
            "auth.passkeys": string;
            /** @description Which accounts must have a second factor: `none`, `administrators` (accounts with a permission that the role `user` lacks) or `everyone`. Needs `auth.two_factor` or `auth.passkeys`. */
            "auth.two_factor_required": string;
            /** @description Days that accounts have to set up a required second factor, 0 to 90. `0` is immediately. */
            "auth.two_factor_grace_days": string;
            /** @description The limit of the sign-in page: `1` is strict, `0` is relaxed. */
            "auth.login_throttle": string;
            /** @description The minimum length of new passwords, 8 to 64. */
            "auth.password_min_length": string;
            /** @description Whether new passwords need upper and lower case letters. */
            "auth.password_require_mixed_case": string;
            /** @description Whether new passwords need a number. */
            "auth.password_require_numbers": string;
            /** @description Whether new passwords need a symbol. */
            "auth.password_require_symbols": string;
            /** @description Whether common passwords are refused. */
            "auth.password_blocklist": string;
            /** @description Days after which passwords expire, 0 to 3650. `0` is never. */
            "auth.password_expiry_days": string;
            /** @description Minutes after which the password is asked for again, 1 to 1440. */
            "auth.password_confirm_minutes": string;
            /** @description Whether the mail server below replaces the one in the configuration of the server. */
            "mail.override": string;
            /** @description The name or address of the mail server. */
            "mail.host": string;
            /** @description The port of the mail server, 1 to 65535. */
            "mail.port": string;
            /** @description `starttls`, `tls` or `none`. */
            "mail.encryption": string;
            /** @description The user name for the mail server. Blank without signing in. */
            "mail.username": string;
            /** @description The sender's email address. */
            "mail.from_address": string;
            /** @description The sender's name. Blank for the name of the service. */
            "mail.from_name": string;
            /** @description The name shown to users, 1 to 60 characters. Blank for `general.app_name`. */
            "branding.name": string;
            /** @description The file name of the logo for light backgrounds, served at `/branding/<name>`. Blank without one. */
            readonly "branding.logo_light": string;
            /** @description The file name of the logo for dark backgrounds, served at `/branding/<name>`. Blank without one. */
            readonly "branding.logo_dark": string;
            /** @description The colour of buttons and links as `#rrggbb`. It is lightened or darkened where it isn't readable. Blank for the default. */
            "branding.accent": string;
            /** @description The address that users can ask for help. Blank without one. */
            "branding.support_email": string;
            /** @description The address of the terms of service, starting with `https://` or `http://`. Blank without one. */
            "branding.terms_url": string;
            /** @description The address of the privacy policy, starting with `https://` or `http://`. Blank without one. */
            "branding.privacy_url": string;
            /** @description Plain text on the start page and the sign-in page, up to 500 characters. Blank without one. */
            "branding.sign_in_text": string;
            /** @description Whether forms ask for a CAPTCHA. */
            "captcha.enabled": string;
            /** @description `turnstile`, `hcaptcha` or `recaptcha`. */
            "captcha.provider": string;
            /** @description The site key of the provider. */
            "captcha.site_key": string;
            /** @description Whether there is a value. The password for the mail server. */
            readonly "mail.password_is_set": boolean;
            /** @description Whether there is a value. The secret key of the provider. */
            readonly "captcha.secret_key_is_set": boolean;
        };
        /** @description Settings that are absent or null stay as they are. */
        UpdateSettingsRequest: {
            /** @description The name of the service, on pages and in mails. 1 to 60 characters. */
            "general.app_name"?: string | null;
            /** @description The time zone of new accounts, from the IANA database. */
            "general.timezone"?: string | null;
            /** @description The default language, `en` or `tr`. */
            "general.locale"?: string | null;
            /** @description Whether anyone can create an account. */
            "auth.registration"?: string | null;
            /** @description Whether new addresses must be verified before signing in. */
            "auth.email_verification"?: string | null;
            /** @description Whether forgotten passwords can be reset by mail. */
            "auth.password_reset"?: string | null;
            /** @description Whether users can turn on two-factor authentication. */
            "auth.two_factor"?: string | null;
            /** @description Whether users can sign in with passkeys. */
            "auth.passkeys"?: string | null;
            /** @description Which accounts must have a second factor: `none`, `administrators` (accounts with a permission that the role `user` lacks) or `everyone`. Needs `auth.two_factor` or `auth.passkeys`. */
            "auth.two_factor_required"?: string | null;
            /** @description Days that accounts have to set up a required second factor, 0 to 90. `0` is immediately. */
            "auth.two_factor_grace_days"?: string | null;
            /** @description The limit of the sign-in page: `1` is strict, `0` is relaxed. */
            "auth.login_throttle"?: string | null;
            /** @description The minimum length of new passwords, 8 to 64. */
            "auth.password_min_length"?: string | null;
            /** @description Whether new passwords need upper and lower case letters. */
            "auth.password_require_mixed_case"?: string | null;
            /** @description Whether new passwords need a number. */
            "auth.password_require_numbers"?: string | null;
            /** @description Whether new passwords need a symbol. */
            "auth.password_require_symbols"?: string | null;
            /** @description Whether common passwords are refused. */
            "auth.password_blocklist"?: string | null;
            /** @description Days after which passwords expire, 0 to 3650. `0` is never. */
            "auth.password_expiry_days"?: string | null;
            /** @description Minutes after which the password is asked for again, 1 to 1440. */
            "auth.password_confirm_minutes"?: string | null;
            /** @description Whether the mail server below replaces the one in the configuration of the server. */
            "mail.override"?: string | null;
            /** @description The name or address of the mail server. */
            "mail.host"?: string | null;
            /** @description The port of the mail server, 1 to 65535. */
            "mail.port"?: string | null;
            /** @description `starttls`, `tls` or `none`. */
            "mail.encryption"?: string | null;
            /** @description The user name for the mail server. Blank without signing in. */
            "mail.username"?: string | null;
            /** @description The sender's email address. */
            "mail.from_address"?: string | null;
            /** @description The sender's name. Blank for the name of the service. */
            "mail.from_name"?: string | null;
            /** @description The name shown to users, 1 to 60 characters. Blank for `general.app_name`. */
            "branding.name"?: string | null;
            /** @description The colour of buttons and links as `#rrggbb`. It is lightened or darkened where it isn't readable. Blank for the default. */
            "branding.accent"?: string | null;
            /** @description The address that users can ask for help. Blank without one. */
            "branding.support_email"?: string | null;
            /** @description The address of the terms of service, starting with `https://` or `http://`. Blank without one. */
            "branding.terms_url"?: string | null;
            /** @description The address of the privacy policy, starting with `https://` or `http://`. Blank without one. */
            "branding.privacy_url"?: string | null;
            /** @description Plain text on the start page and the sign-in page, up to 500 characters. Blank without one. */
            "branding.sign_in_text"?: string | null;
            /** @description Whether forms ask for a CAPTCHA. */
            "captcha.enabled"?: string | null;
            /** @description `turnstile`, `hcaptcha` or `recaptcha`. */
            "captcha.provider"?: string | null;
            /** @description The site key of the provider. */
            "captcha.site_key"?: string | null;
            /**
             * Format: password
             * @description The password for the mail server. A blank value keeps the stored one. `remove` removes it.
             */
            "mail.password"?: string | null;
            /**
             * Format: password
             * @description The secret key of the provider. A blank value keeps the stored one. `remove` removes it.
             */
            "captcha.secret_key"?: string | null;
            /** @description Secrets to remove. A secret that also has a new value keeps the new value. */
            remove?: ("mail.password" | "captcha.secret_key")[];
            /** @description The settings whose warnings you accept, such as `auth.two_factor`. Others are ignored. */
            confirm?: string[];
        };
        /** @description The logo as a file of a multipart form. */
        LogoUpload: {
            /**
             * Format: binary
             * @description The file. A JPEG, PNG or WebP picture of at most 2 MiB and 4096 × 4096 pixels, not animated.
             */
            logo: Blob;
        };
        /** @description The result of a test mail. */
        MailTest: {
            /**
             * @description Whether the mail server took the mail, or why not.
             * @enum {string}
             */
            result: "sent" | "credentials" | "encryption" | "unreachable" | "timeout" | "address" | "refused";
        };
        /** @description The answer of the captcha's widget, which is checked with the stored settings. */
        CaptchaTestRequest: {
            /** @description The response of the provider's widget. It can be used once. */
            response: string;
        };
        /** @description The result of a CAPTCHA test. */
        CaptchaTest: {
            /**
             * @description Whether the provider accepted the response, or why not.
             * @enum {string}
             */
            result: "passed" | "missing" | "refused" | "wrong_keys" | "unavailable";
        };
        /**
         * @description `oidc` is any OpenID provider. GitHub has a kind of its own, because it has only OAuth2.
         * @example oidc
         * @enum {string}
         */
        ProviderKind: "oidc" | "github";
        /** @description A service whose accounts can sign in here. Its client secret isn't shown. */
        SignInProvider: {
            /**
             * Format: uuid
             * @description The id of the provider.
             */
            id: string;
            kind: components["schemas"]["ProviderKind"];
            /** @description The name on the button of the sign-in page. */
            name: string;
            /**
             * @description The issuer, whose metadata says the rest. Null for GitHub.
             * @example https://accounts.example.test
             */
            issuer: string | null;
            /** @description The id that the provider has given to this service. */
            client_id: string;
            /** @description The scopes that are asked for, separated by spaces. */
            scopes: string;
            /** @description Whether people can sign in with it. */
            is_enabled: boolean;
            /** @description The domains of the email addresses that can sign in with it. Empty for all. */
            allowed_domains: string[];
            /** @description Whether people without an account get one when they first sign in. */
            creates_accounts: boolean;
            /** @description Whether email addresses count as verified when the provider sends no `email_verified`. */
            emails_are_verified: boolean;
            /**
             * @description The name of the role of new accounts. Null for the default role, and for a role above the caller's rank.
             * @example user
             */
            role: string | null;
            /**
             * @description The address to register at the provider.
             * @example https://auth.example.com/auth/providers/019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e/callback
             */
            redirect_uri: string;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The provider's address and the client that is registered there. */
        StoreProviderRequest: {
            kind: components["schemas"]["ProviderKind"];
            /**
             * @description The issuer of an OpenID provider, exactly as its metadata names it. It can't be changed later. Microsoft Entra ID's
             *     issuers for all tenants are refused. GitHub needs none.
             * @example https://accounts.example.test
             */
            issuer?: string;
            /** @description The name on the button of the sign-in page. */
            name: string;
            /** @description The id that the provider has given to this service. */
            client_id: string;
            /** @description The secret that the provider has given to this service. */
            client_secret: string;
            /** @description The scopes to ask for, separated by spaces. Blank for the default. */
            scopes?: string;
            /** @description Whether people can sign in with it. By default they can. */
            is_enabled?: boolean;
            /** @description The domains of the email addresses that can sign in with it. Empty for all. */
            allowed_domains?: string[];
            /** @description Whether people without an account get one when they first sign in. By default they don't. */
            creates_accounts?: boolean;
            /**
             * @description Whether email addresses count as verified when the provider sends no `email_verified`, such as Microsoft Entra ID. By
             *     default they don't. Only for a directory that you control: its administrators can sign in to every linked
             *     account, and get new accounts with any address. Always false for GitHub.
             */
            emails_are_verified?: boolean;
            /**
             * @description The name of the role of new accounts. Null for the default role.
             * @example user
             */
            role?: string | null;
        };
        /** @description The fields to change. Fields that are left out keep their value. */
        UpdateProviderRequest: {
            /** @description The name on the button of the sign-in page. */
            name?: string;
            /** @description The id that the provider has given to this service. */
            client_id?: string;
            /** @description The secret that the provider has given to this service. A blank one stays as it is. */
            client_secret?: string;
            /** @description The scopes to ask for, separated by spaces. Blank for the default. */
            scopes?: string;
            /** @description Whether people can sign in with it. By default they can. */
            is_enabled?: boolean;
            /** @description The domains of the email addresses that can sign in with it. Empty for all. */
            allowed_domains?: string[];
            /** @description Whether people without an account get one when they first sign in. By default they don't. */
            creates_accounts?: boolean;
            /**
             * @description Whether email addresses count as verified when the provider sends no `email_verified`, such as Microsoft Entra ID. By
             *     default they don't. Only for a directory that you control: its administrators can sign in to every linked
             *     account, and get new accounts with any address. Always false for GitHub.
             */
            emails_are_verified?: boolean;
            /**
             * @description The name of the role of new accounts. Null for the default role.
             * @example user
             */
            role?: string | null;
        };
        /** @description The result of the test. */
        ProviderTest: {
            /**
             * @description `passed` if the metadata can be used. Otherwise the provider doesn't answer (`unreachable`), isn't an OpenID provider
             *     (`not_openid`), names another issuer (`other_issuer`; in Microsoft Entra ID, use the issuer of your own tenant), or has
             *     an address without https (`insecure`).
             * @example passed
             * @enum {string}
             */
            result: "passed" | "unreachable" | "not_openid" | "other_issuer" | "insecure";
        };
        /** @description The account that the token acts for. */
        TokenOwner: {
            /**
             * Format: uuid
             * @description The id of the account.
             */
            id: string;
            /** @description First and last name. */
            full_name: string;
            /** @description The email address of the account. */
            email: string;
        };
        /** @description A personal access token, without its value, which is shown only when it is created. */
        AccessToken: {
            /**
             * Format: uuid
             * @description The id of the token.
             */
            id: string;
            /** @description The name that its owner gave it. */
            name: string;
            /** @description The scopes that it holds. */
            scopes: string[];
            owner: components["schemas"]["TokenOwner"];
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description `confidential` clients run on a server and can keep a secret. `public` ones run on the user's device and get no secret.
         * @example confidential
         * @enum {string}
         */
        ApiClientType: "confidential" | "public";
        /**
         * @description What an authorization request must send, so that a stolen code is useless (RFC 9700, section 2.1.1): `pkce`, a code
         *     challenge (RFC 7636); `pkce_or_nonce`, that or the scope `openid` and a `nonce`; `none`, neither. Less than `pkce` is
         *     for confidential clients whose library can't send one, and `none` isn't recommended.
         * @example pkce
         * @enum {string}
         */
        CodeBinding: "pkce" | "pkce_or_nonce" | "none";
        /**
         * @deprecated
         * @description The former name of `code_binding`: `true` is `pkce`, and `false` is `pkce_or_nonce` or `none`. In a request, `false` chooses
         *     `pkce_or_nonce`, and the field is ignored beside `code_binding`.
         * @example true
         */
        RequirePkce: boolean;
        /**
         * @description The algorithm of ID tokens and logout tokens for the client.
         * @example RS256
         * @enum {string}
         */
        IdTokenAlgorithm: "RS256" | "ES256";
        /**
         * @description `public` clients know each user by the id of the account, `pairwise` ones by an id of their own. If it changes, the
         *     client no longer recognises its users.
         * @example public
         * @enum {string}
         */
        SubjectType: "public" | "pairwise";
        /**
         * @description How a confidential client authenticates: with its secret (`client_secret_basic` or `client_secret_post`), or with a
         *     JWT that it signs with one of its keys (RFC 7523). A secret isn't accepted with `private_key_jwt`.
         * @example client_secret
         * @enum {string}
         */
        TokenEndpointAuthMethod: "client_secret" | "private_key_jwt";
        /** @description A JWK. The members for its type are in RFC 7518, section 6. */
        ClientKey: {
            /**
             * @description The type of the key.
             * @example OKP
             */
            kty: string;
            /**
             * @description The id of the key.
             * @example 1
             */
            kid?: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Whether the client must push its authorization requests (RFC 9126).
         * @example false
         */
        RequirePushedRequests: boolean;
        /**
         * @description `opaque` access tokens are random values, `jwt` ones say what they allow (RFC 9068), so that other services can check them
         *     with the keys of `/oauth/jwks`. This service refuses a revoked token of either kind immediately, other services only
         *     when it expires.
         * @example opaque
         * @enum {string}
         */
        AccessTokenFormat: "opaque" | "jwt";
        /**
         * @description Whether the access tokens of the client are bound to a key, whose possession it proves with each request (RFC 9449). The
         *     refresh tokens of a public client are bound, too.
         * @example false
         */
        DpopBoundAccessTokens: boolean;
        /**
         * @description Whether answers to authorization requests have the parameter `iss` (RFC 9207). Turn it off only for clients that can't
         *     read it.
         * @example true
         */
        IssParameter: boolean;
        /**
         * @description Whether ID tokens have the claims of the scopes `profile` and `email`, as the userinfo endpoint has. Claims that the
         *     parameter `claims` asks for don't depend on it.
         * @example true
         */
        ScopeClaimsInIdToken: boolean;
        /**
         * @description `fapi2` applies the FAPI 2.0 Security Profile: `redirect_uri` is always sent, the issuer is the only audience of the client's
         *     JWTs, RS256 and ES384 aren't accepted, and refresh tokens aren't replaced. It needs `private_key_jwt`, `pkce`, `ES256`,
         *     `require_pushed_authorization_requests`, `dpop_bound_access_tokens` and `authorization_response_iss_parameter`; another
         *     value of these is 422.
         * @example none
         * @enum {string}
         */
        SecurityProfile: "none" | "fapi2";
        /** @description An OAuth2 client. Its secret isn't shown. */
        OAuthClient: {
            /**
             * Format: uuid
             * @description The id that the client sends as `client_id`.
             */
            id: string;
            /** @description The name that users read on the consent screen. */
            name: string;
            type: components["schemas"]["ApiClientType"];
            /** @description The grants that the client can use. They never change. */
            grant_types: string[];
            /** @description The addresses to which authorization codes can be sent. */
            redirect_uris: string[];
            /** @description The addresses to which users can return after the client has signed them out. */
            post_logout_redirect_uris: string[];
            code_binding: components["schemas"]["CodeBinding"];
            require_pkce: components["schemas"]["RequirePkce"];
            id_token_signed_response_alg: components["schemas"]["IdTokenAlgorithm"];
            subject_type: components["schemas"]["SubjectType"];
            /**
             * @description The address that receives logout tokens. Null if there is none.
             * @example https://client.example.test/signed-out
             */
            backchannel_logout_uri: string | null;
            token_endpoint_auth_method: components["schemas"]["TokenEndpointAuthMethod"];
            /** @description The public keys of the client as a JWK set. Null if there are none. */
            jwks: {
                /** @description The keys. */
                keys: components["schemas"]["ClientKey"][];
            } | null;
            require_pushed_authorization_requests: components["schemas"]["RequirePushedRequests"];
            access_token_format: components["schemas"]["AccessTokenFormat"];
            /** @description The addresses of the services for which the client can ask for tokens. */
            resources: string[];
            dpop_bound_access_tokens: components["schemas"]["DpopBoundAccessTokens"];
            authorization_response_iss_parameter: components["schemas"]["IssParameter"];
            scope_claims_in_id_token: components["schemas"]["ScopeClaimsInIdToken"];
            /**
             * @description With `may_introspect`: the addresses of the services whose access tokens the client can introspect. Empty for
             *     every token.
             */
            introspection_resources: string[];
            security_profile: components["schemas"]["SecurityProfile"];
            /**
             * @description The page about the application, which users see before they allow it. Null if there is none.
             * @example https://client.example.test
             */
            homepage_url: string | null;
            /**
             * @description The absolute URL of the logo, which users see before they allow the application. Null if there is none.
             * @example https://service.example.test/branding/5f2c9e0b7d4a41c8a3b6e1d09f7c2a54.png
             */
            logo_url: string | null;
            /** @description Whether the client can introspect tokens of others: those for `introspection_resources`, or all. */
            may_introspect: boolean;
            /**
             * @description The name of the role with which the client acts for itself. Null if it has none.
             * @example support
             */
            role: string | null;
            /** @description The number of its active access and refresh tokens. */
            active_tokens: number;
            last_used_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The addresses to which authorization codes can be sent, compared character by character. `https`, or `http` on
         *     `127.0.0.1` and `[::1]` (any port) or `localhost` (its exact port), without a fragment. A public client can also have
         *     private-use schemes with a dot, such as `com.example.app:/callback` (RFC 8252, section 7.1). `authorization_code`
         *     needs at least one.
         * @example [
         *       "https://client.example.test/callback"
         *     ]
         */
        RedirectUris: string[];
        /**
         * @description The addresses to which users can return after the client has signed them out (OpenID Connect RP-Initiated Logout),
         *     compared character by character. The rules of `redirect_uris` apply.
         * @example [
         *       "https://client.example.test/"
         *     ]
         */
        PostLogoutRedirectUris: string[];
        /**
         * @description The address that receives a logout token when a user's browser session ends (OpenID Connect Back-Channel Logout 1.0).
         *     The rules of `redirect_uris` apply. Null for none.
         * @example https://client.example.test/signed-out
         */
        BackchannelLogoutUri: string | null;
        /**
         * @description The public keys of the client as a JWK set (RFC 7517) of 1 to 10 keys: RSA from 2048 bits, P-256, P-384 or Ed25519.
         *     Other members, such as those of a private key, aren't stored. Needed for `private_key_jwt`.
         * @example {
         *       "keys": [
         *         {
         *           "kty": "OKP",
         *           "crv": "Ed25519",
         *           "kid": "1",
         *           "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
         *         }
         *       ]
         *     }
         */
        ClientKeys: {
            /** @description The keys. */
            keys: components["schemas"]["ClientKey"][];
        } | null;
        /**
         * @description The services for which the client can ask for tokens (`resource`, RFC 8707), by their addresses: absolute URIs without a
         *     fragment. A token that names others is refused by this API, whose own address ends in `/api/v1`.
         * @example [
         *       "https://files.example.test"
         *     ]
         */
        ClientResources: string[];
        /**
         * @description With `may_introspect`: the services whose access tokens the client can introspect, by their addresses as in `resources`. An
         *     empty list allows every token, personal access tokens included. The client can always introspect its own tokens.
         * @example [
         *       "https://files.example.test"
         *     ]
         */
        IntrospectionResources: string[];
        /**
         * @description The page about the application, shown to users on the consent and device pages. `https`, or `http` on a loopback
         *     address. Null or blank for none.
         * @example https://client.example.test
         */
        HomepageUrl: string | null;
        /**
         * @description Whether the client can introspect tokens of others: those for `introspection_resources`, or all. Only for confidential
         *     clients.
         * @example false
         */
        MayIntrospect: boolean;
        /**
         * @description The name of a role that the caller can assign, or null for none. The client's own tokens (client credentials) have
         *     its permissions on operations with `x-client-token`. Only for confidential clients.
         * @example support
         */
        ApiClientRole: string | null;
        /** @description The client's name, its grants, and its addresses. */
        StoreApiClientRequest: {
            name: components["schemas"]["PersonName"];
            type: components["schemas"]["ApiClientType"];
            /**
             * @description The grants that the client can use. They can't be changed later. Public clients can't have `client_credentials`,
             *     and `refresh_token` needs `authorization_code` or the device grant.
             * @example [
             *       "authorization_code",
             *       "refresh_token"
             *     ]
             */
            grant_types: ("authorization_code" | "refresh_token" | "client_credentials" | "urn:ietf:params:oauth:grant-type:device_code")[];
            redirect_uris?: components["schemas"]["RedirectUris"];
            post_logout_redirect_uris?: components["schemas"]["PostLogoutRedirectUris"];
            code_binding?: components["schemas"]["CodeBinding"];
            require_pkce?: components["schemas"]["RequirePkce"];
            id_token_signed_response_alg?: components["schemas"]["IdTokenAlgorithm"];
            subject_type?: components["schemas"]["SubjectType"];
            backchannel_logout_uri?: components["schemas"]["BackchannelLogoutUri"];
            token_endpoint_auth_method?: components["schemas"]["TokenEndpointAuthMethod"];
            jwks?: components["schemas"]["ClientKeys"];
            require_pushed_authorization_requests?: components["schemas"]["RequirePushedRequests"];
            access_token_format?: components["schemas"]["AccessTokenFormat"];
            resources?: components["schemas"]["ClientResources"];
            dpop_bound_access_tokens?: components["schemas"]["DpopBoundAccessTokens"];
            authorization_response_iss_parameter?: components["schemas"]["IssParameter"];
            scope_claims_in_id_token?: components["schemas"]["ScopeClaimsInIdToken"];
            introspection_resources?: components["schemas"]["IntrospectionResources"];
            security_profile?: components["schemas"]["SecurityProfile"];
            homepage_url?: components["schemas"]["HomepageUrl"];
            may_introspect?: components["schemas"]["MayIntrospect"];
            role?: components["schemas"]["ApiClientRole"];
        };
        /** @description The client with its new secret. */
        ApiClientWithSecret: {
            /**
             * Format: uuid
             * @description The id that the client sends as `client_id`.
             */
            id: string;
            /** @description The name that users read on the consent screen. */
            name: string;
            type: components["schemas"]["ApiClientType"];
            /** @description The grants that the client can use. They never change. */
            grant_types: string[];
            /** @description The addresses to which authorization codes can be sent. */
            redirect_uris: string[];
            /** @description The addresses to which users can return after the client has signed them out. */
            post_logout_redirect_uris: string[];
            code_binding: components["schemas"]["CodeBinding"];
            require_pkce: components["schemas"]["RequirePkce"];
            id_token_signed_response_alg: components["schemas"]["IdTokenAlgorithm"];
            subject_type: components["schemas"]["SubjectType"];
            /**
             * @description The address that receives logout tokens. Null if there is none.
             * @example https://client.example.test/signed-out
             */
            backchannel_logout_uri: string | null;
            token_endpoint_auth_method: components["schemas"]["TokenEndpointAuthMethod"];
            /** @description The public keys of the client as a JWK set. Null if there are none. */
            jwks: {
                /** @description The keys. */
                keys: components["schemas"]["ClientKey"][];
            } | null;
            require_pushed_authorization_requests: components["schemas"]["RequirePushedRequests"];
            access_token_format: components["schemas"]["AccessTokenFormat"];
            /** @description The addresses of the services for which the client can ask for tokens. */
            resources: string[];
            dpop_bound_access_tokens: components["schemas"]["DpopBoundAccessTokens"];
            authorization_response_iss_parameter: components["schemas"]["IssParameter"];
            scope_claims_in_id_token: components["schemas"]["ScopeClaimsInIdToken"];
            /**
             * @description With `may_introspect`: the addresses of the services whose access tokens the client can introspect. Empty for
             *     every token.
             */
            introspection_resources: string[];
            security_profile: components["schemas"]["SecurityProfile"];
            /**
             * @description The page about the application, which users see before they allow it. Null if there is none.
             * @example https://client.example.test
             */
            homepage_url: string | null;
            /**
             * @description The absolute URL of the logo, which users see before they allow the application. Null if there is none.
             * @example https://service.example.test/branding/5f2c9e0b7d4a41c8a3b6e1d09f7c2a54.png
             */
            logo_url: string | null;
            /** @description Whether the client can introspect tokens of others: those for `introspection_resources`, or all. */
            may_introspect: boolean;
            /**
             * @description The name of the role with which the client acts for itself. Null if it has none.
             * @example support
             */
            role: string | null;
            /** @description The number of its active access and refresh tokens. */
            active_tokens: number;
            last_used_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description The secret to authenticate with. It is never shown again. Null for a public client.
             * @example adk_cs_2xKc6cC8mV1v0m4pJgQe6oYb1tRrWn5uXzL9sDhFa3G0Yk1bZq
             */
            secret: string | null;
        };
        /** @description Absent fields stay as they are. */
        UpdateApiClientRequest: {
            name?: components["schemas"]["PersonName"];
            redirect_uris?: components["schemas"]["RedirectUris"];
            post_logout_redirect_uris?: components["schemas"]["PostLogoutRedirectUris"];
            code_binding?: components["schemas"]["CodeBinding"];
            require_pkce?: components["schemas"]["RequirePkce"];
            id_token_signed_response_alg?: components["schemas"]["IdTokenAlgorithm"];
            subject_type?: components["schemas"]["SubjectType"];
            backchannel_logout_uri?: components["schemas"]["BackchannelLogoutUri"];
            token_endpoint_auth_method?: components["schemas"]["TokenEndpointAuthMethod"];
            jwks?: components["schemas"]["ClientKeys"];
            require_pushed_authorization_requests?: components["schemas"]["RequirePushedRequests"];
            access_token_format?: components["schemas"]["AccessTokenFormat"];
            resources?: components["schemas"]["ClientResources"];
            dpop_bound_access_tokens?: components["schemas"]["DpopBoundAccessTokens"];
            authorization_response_iss_parameter?: components["schemas"]["IssParameter"];
            scope_claims_in_id_token?: components["schemas"]["ScopeClaimsInIdToken"];
            introspection_resources?: components["schemas"]["IntrospectionResources"];
            security_profile?: components["schemas"]["SecurityProfile"];
            homepage_url?: components["schemas"]["HomepageUrl"];
            may_introspect?: components["schemas"]["MayIntrospect"];
            role?: components["schemas"]["ApiClientRole"];
        };
        /** @description A failure with the status 400. Its code is in `data.code`. */
        MalformedRequestFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "malformed_request";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthRegisterForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "registration_disabled";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 413. Its code is in `data.code`. */
        PayloadTooLargeFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "payload_too_large";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 415. Its code is in `data.code`. */
        UnsupportedMediaTypeFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "unsupported_media_type";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        ValidationFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed";
                errors: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 429. Its code is in `data.code`. */
        ThrottledFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "throttled";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 500. Its code is in `data.code`. */
        ServerFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /**
             * @description A sentence for people.
             * @constant
             */
            message: "A server error occurred.";
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "server_error";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
            debug?: components["schemas"]["Debug"];
        };
        /** @description A failure with the status 503. Its code is in `data.code`. */
        UnavailableFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /**
             * @description A sentence for people.
             * @constant
             */
            message: "A server error occurred.";
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "unavailable";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
            debug?: components["schemas"]["Debug"];
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AccountDeniedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 401. Its code is in `data.code`. */
        InvalidCredentialsFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "invalid_credentials";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 401. Its code is in `data.code`. */
        ChallengeFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "challenge_failed";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 401. Its code is in `data.code`. */
        UnauthenticatedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "unauthenticated" | "token_expired" | "token_revoked";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthConfirmPasswordForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthConfirmPasswordOptionsForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthPasskeysOptionsForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthPasskeysForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 401. Its code is in `data.code`. */
        AuthPasskeysUnauthenticatedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "passkey_rejected" | "passkey_unknown" | "challenge_failed";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthLogoutForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeUpdateForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 412. Its code is in `data.code`. */
        StaleFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "stale";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMePasswordUpdateForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 423. Its code is in `data.code`. */
        PasswordConfirmationRequiredFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "password_confirmation_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeEmailUpdateForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeEmailVerificationNotificationForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeAvatarUpdateForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeSessionsIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeSessionsDestroyForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 404. Its code is in `data.code`. */
        NotFoundFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "not_found";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeTokensIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        AuthMeTokensStoreConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        AuthMeTokensStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeTokensDestroyForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeApplicationsIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeApplicationsDestroyForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeTwoFactorShowForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeTwoFactorStoreForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        AuthMeTwoFactorStoreConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        AuthMeTwoFactorStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeRecoveryCodesIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        AuthMeRecoveryCodesStoreConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        AuthMeRecoveryCodesStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMePasskeysOptionsForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMePasskeysIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMePasskeysStoreForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        AuthMePasskeysStoreConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        AuthMePasskeysStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMePasskeysUpdateForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMePasskeysDestroyForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeIdentitiesIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeIdentitiesDestroyForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthMeActivityIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthForgotPasswordForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthResetPasswordForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthInvitationPasskeysOptionsForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        AuthInvitationPasskeysStoreForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "forbidden";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        DefinitionsIndexForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "insufficient_scope" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        ForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        IdempotencyInProgressFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        UsersStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        UsersUpdateForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied" | "two_factor_setup_required" | "own_account" | "last_administrator";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        UsersDestroyForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied" | "two_factor_setup_required" | "self_delete" | "last_administrator";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        UsersUpdateStatusForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied" | "two_factor_setup_required" | "own_account" | "last_administrator";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        RolesStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        SettingsUpdateProvidersStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        ApiTokensStoreConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        ApiTokensStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        ApiClientsStoreForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        ApiClientsStoreConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        ApiClientsStoreValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 403. Its code is in `data.code`. */
        ApiClientsUpdateSecretForbiddenFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 409. Its code is in `data.code`. */
        ApiClientsUpdateSecretConflictFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "idempotency_in_progress" | "already_created";
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A failure with the status 422. Its code is in `data.code`. */
        ApiClientsUpdateSecretValidationFailedFailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                /**
                 * @description A stable code for programs. The schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed" | "idempotency_key_reused";
                errors?: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        RegistrationEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: components["schemas"]["UserWithToken"] | components["schemas"]["UserAwaitingVerification"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        LoginEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: components["schemas"]["UserWithToken"] | components["schemas"]["VerificationRequired"] | components["schemas"]["TwoFactorRequired"];
            meta: components["schemas"]["PasswordNotice"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        SignedInEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["UserWithToken"];
            meta: components["schemas"]["PasswordNotice"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        PasswordConfirmationEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["PasswordConfirmation"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        PasskeyRequestEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["PasskeyRequest"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        PasskeySignInEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: components["schemas"]["UserWithToken"] | components["schemas"]["VerificationRequired"];
            meta: components["schemas"]["PasswordNotice"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        EmptyEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["EmptyObject"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        MeEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["Me"];
            meta: components["schemas"]["PasswordNotice"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        UserEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["User"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        EmailChangeEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["EmailChange"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        VerificationReminderEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["VerificationReminder"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        OwnSessionsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["OwnSession"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        OwnTokensEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["OwnToken"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        IssuedOwnTokenEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["IssuedOwnToken"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        OwnApplicationsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["OwnApplication"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        TwoFactorStateEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["TwoFactorState"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        TwoFactorSetupEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["TwoFactorSetup"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        RecoveryCodesEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["RecoveryCodes"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        PasskeyCreationEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["PasskeyCreation"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        PasskeysEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["Passkey"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        CreatedPasskeyEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["CreatedPasskey"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        PasskeyEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["Passkey"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        LinkedIdentitiesEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["LinkedIdentity"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        OwnActivityListEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["OwnActivity"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        DefinitionsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description The choices by key, in order. */
            data: {
                [key: string]: components["schemas"]["Definition"][];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        UsersEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["User"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        ShownUserEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["User"];
            meta: components["schemas"]["InvitationNotice"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        StatusReportEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["StatusReport"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        EndedAccessEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["EndedAccess"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        InvitationReminderEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["InvitationReminder"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        UserSessionsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["UserSession"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        UserTokensEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["UserToken"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        UserApplicationsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["UserApplication"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        UserPasskeysEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["Passkey"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        UserIdentitiesEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["LinkedIdentity"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        RolesEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["Role"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        SavedRoleEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["Role"];
            meta: components["schemas"]["RoleNotice"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        RoleEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["Role"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        ActivityLogsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["ActivityLog"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        ActivityChartEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["ActivityChart"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        ActivityLogEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["ActivityLog"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        SettingsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["Settings"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        MailTestEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["MailTest"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        CaptchaTestEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["CaptchaTest"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        SignInProvidersEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["SignInProvider"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        SignInProviderEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["SignInProvider"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        ProviderTestEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["ProviderTest"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        AccessTokensEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["AccessToken"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A page of a list. `meta.pagination` has the cursors of its neighbours. */
        ApiClientsEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What was asked for. */
            data: {
                /** @description The rows of the page. */
                items: components["schemas"]["OAuthClient"][];
            };
            /** @description What else there is to know about the answer. */
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        ApiClientWithSecretEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["ApiClientWithSecret"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description A success. What was asked for is in `data`. */
        OAuthClientEnvelope: {
            /** @description Always `true`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            data: components["schemas"]["OAuthClient"];
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /** @description Any failure, for programs that treat all of them alike. The responses have narrower schemas. */
        FailureEnvelope: {
            /** @description Always `false`. */
            success: boolean;
            /** @description The status code of the response. */
            status: number;
            /** @description A sentence for people. */
            message: string;
            /** @description What went wrong. */
            data: {
                code: components["schemas"]["ErrorCode"];
            };
            meta: components["schemas"]["EmptyObject"];
            /**
             * Format: uuid
             * @description Names this request in the log.
             */
            trace_id: string;
        };
        /**
         * @description A stable code for programs. Later versions can add codes: handle an unknown code by its status.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "unauthenticated" | "token_expired" | "token_revoked" | "invalid_credentials" | "challenge_failed" | "passkey_rejected" | "passkey_unknown" | "forbidden" | "insufficient_scope" | "first_party_only" | "account_denied" | "two_factor_setup_required" | "registration_disabled" | "self_delete" | "own_account" | "last_administrator" | "route_not_found" | "not_found" | "method_not_allowed" | "idempotency_in_progress" | "already_created" | "stale" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "password_confirmation_required" | "throttled" | "server_error" | "unavailable";
    };
    responses: {
        /** @description The request cannot be parsed: malformed JSON or percent-encoding. */
        MalformedRequest: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedRequestFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. Registration is turned off. */
        AuthRegisterForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthRegisterForbiddenFailureEnvelope"];
            };
        };
        /** @description The body is larger than 256 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeFailureEnvelope"];
            };
        };
        /** @description The body isn't `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        ValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description Too many requests. */
        Throttled: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ThrottledFailureEnvelope"];
            };
        };
        /** @description An unexpected error occurred. Give the trace id to the operator. */
        ServerError: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServerFailureEnvelope"];
            };
        };
        /** @description The service can't answer now: a dependency is down, or the queue of password checks is full. */
        Unavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. */
        AccountDenied: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountDeniedFailureEnvelope"];
            };
        };
        /** @description The address is unknown, the password is wrong, or the account can't sign in. The answer is the same for all three. */
        InvalidCredentials: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidCredentialsFailureEnvelope"];
            };
        };
        /** @description The code or the challenge is wrong, used or expired. The challenge can't be used again. */
        ChallengeFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChallengeFailedFailureEnvelope"];
            };
        };
        /** @description The credential is missing or unknown. The token has expired. The token was revoked. */
        Unauthenticated: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthenticatedFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthConfirmPasswordForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthConfirmPasswordForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthConfirmPasswordValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthConfirmPasswordOptionsForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthConfirmPasswordOptionsForbiddenFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthPasskeysOptionsForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthPasskeysOptionsForbiddenFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthPasskeysForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthPasskeysForbiddenFailureEnvelope"];
            };
        };
        /** @description The passkey's answer is wrong, used or expired, or the account can't sign in. No account has this passkey. The code or the challenge is wrong, used or expired. The challenge can't be used again. */
        AuthPasskeysUnauthenticated: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthPasskeysUnauthenticatedFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token's account is inactive or banned. */
        AuthLogoutForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthLogoutForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token's account is inactive or banned. */
        AuthMeForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The version in `If-Match` isn't the current one. */
        Stale: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StaleFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMeUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMePasswordUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasswordUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMePasswordUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMePasswordDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The password wasn't entered recently with this token. */
        PasswordConfirmationRequired: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PasswordConfirmationRequiredFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeEmailUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeEmailUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeEmailVerificationNotificationForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeEmailVerificationNotificationForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeAvatarUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeAvatarUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The body is larger than 4 MiB. */
        AuthMeAvatarUpdatePayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeFailureEnvelope"];
            };
        };
        /** @description The body isn't `multipart/form-data`, or it is compressed. */
        AuthMeAvatarUpdateUnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMeAvatarUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeSessionsIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeSessionsIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeSessionsDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeSessionsDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description The resource doesn't exist, or the caller can't see it. */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeTokensIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTokensIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        AuthMeTokensStoreConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTokensStoreConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        AuthMeTokensStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTokensStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeTokensDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTokensDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeApplicationsIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeApplicationsIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeApplicationsDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeApplicationsDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. */
        AuthMeTwoFactorShowForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTwoFactorShowForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthMeTwoFactorStoreForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTwoFactorStoreForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        AuthMeTwoFactorStoreConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTwoFactorStoreConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        AuthMeTwoFactorStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeTwoFactorStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMeTwoFactorConfirmValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMeTwoFactorDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthMeRecoveryCodesIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeRecoveryCodesIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        AuthMeRecoveryCodesStoreConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeRecoveryCodesStoreConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        AuthMeRecoveryCodesStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeRecoveryCodesStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthMePasskeysOptionsForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysOptionsForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. */
        AuthMePasskeysIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthMePasskeysStoreForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysStoreForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        AuthMePasskeysStoreConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysStoreConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        AuthMePasskeysStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. */
        AuthMePasskeysUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMePasskeysUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthMePasskeysDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMePasskeysDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMePasskeysDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeIdentitiesIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeIdentitiesIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeIdentitiesDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeIdentitiesDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMeIdentitiesDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        AuthMeActivityIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthMeActivityIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthMeActivityIndexValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthForgotPasswordForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthForgotPasswordForbiddenFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthResetPasswordForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthResetPasswordForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthResetPasswordValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthInvitationPasskeysOptionsForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthInvitationPasskeysOptionsForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthInvitationPasskeysOptionsValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token's account is inactive or banned. The account isn't allowed to do this. */
        AuthInvitationPasskeysStoreForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthInvitationPasskeysStoreForbiddenFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthInvitationPasskeysStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        AuthEmailVerifyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The token lacks a required scope. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        DefinitionsIndexForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DefinitionsIndexForbiddenFailureEnvelope"];
            };
        };
        /** @description The account isn't allowed to do this. The token lacks a required scope. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. */
        IdempotencyInProgress: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyInProgressFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        UsersStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        UsersUpdateStatusesValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The account isn't allowed to do this. The token lacks a required scope. The token's account is inactive or banned. The account must set up two-factor authentication first. The account is the caller's own. The target is the last active `system_admin`. */
        UsersUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The account isn't allowed to do this. The token lacks a required scope. The token's account is inactive or banned. The account must set up two-factor authentication first. The account is the caller's own. The target is the last active `system_admin`. */
        UsersDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description Another account has since taken the address, or the id isn't a UUID. `errors` lists the problems by field. */
        UsersRestoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The account isn't allowed to do this. The token lacks a required scope. The token's account is inactive or banned. The account must set up two-factor authentication first. The account is the caller's own. The target is the last active `system_admin`. */
        UsersUpdateStatusForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersUpdateStatusForbiddenFailureEnvelope"];
            };
        };
        /** @description The body is larger than 4 MiB. */
        UsersUpdateAvatarPayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeFailureEnvelope"];
            };
        };
        /** @description The body isn't `multipart/form-data`, or it is compressed. */
        UsersUpdateAvatarUnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        UsersUpdateAvatarValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        UsersUpdatePasskeysDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        UsersUpdateIdentitiesDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        RolesStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RolesStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        RolesUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        RolesDestroyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description A value is invalid, settings don't fit each other, or a warning isn't confirmed. `errors` lists the problems by field. */
        SettingsUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The body is larger than 4 MiB. */
        SettingsUpdateLogoPayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeFailureEnvelope"];
            };
        };
        /** @description The body isn't `multipart/form-data`, or it is compressed. */
        SettingsUpdateLogoUnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        SettingsUpdateLogoValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        SettingsUpdateProvidersStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SettingsUpdateProvidersStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        SettingsUpdateProviderValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        ApiTokensStoreConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiTokensStoreConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        ApiTokensStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiTokensStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The account isn't allowed to do this. The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        ApiClientsStoreForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiClientsStoreForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        ApiClientsStoreConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiClientsStoreConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        ApiClientsStoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiClientsStoreValidationFailedFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        ApiClientsUpdateValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The body is larger than 4 MiB. */
        ApiClientsUpdateLogoPayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeFailureEnvelope"];
            };
        };
        /** @description The body isn't `multipart/form-data`, or it is compressed. */
        ApiClientsUpdateLogoUnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. */
        ApiClientsUpdateLogoValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description The account isn't allowed to do this. The token lacks a required scope. The token wasn't issued at sign-in. The token's account is inactive or banned. The account must set up two-factor authentication first. */
        ApiClientsUpdateSecretForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiClientsUpdateSecretForbiddenFailureEnvelope"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. An earlier request with this `Idempotency-Key` has created it. The secret isn't shown again. */
        ApiClientsUpdateSecretConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryLater"];
                Location: components["headers"]["CreatedBefore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiClientsUpdateSecretConflictFailureEnvelope"];
            };
        };
        /** @description The request violates the contract or a rule. `errors` lists the problems by field. The `Idempotency-Key` belongs to a different request. */
        ApiClientsUpdateSecretValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                Link: components["headers"]["ContractLinks"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiClientsUpdateSecretValidationFailedFailureEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The version of the user, to send as `If-Match`.
         * @example "3"
         */
        ETag: string;
        /**
         * @description The address of what was created (RFC 9110, section 10.2.2).
         * @example /api/v1/users/019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
         */
        Location: string;
        /**
         * @description The version of the role, to send as `If-Match`.
         * @example "ov0Hq3mBzKk1.Ck2pS9xw"
         */
        RoleETag: string;
        /**
         * @description The version of the client, to send as `If-Match`.
         * @example "ov0Hq3mBzKk1.Ck2pS9xw"
         */
        ApiClientETag: string;
        /**
         * @description The server's trace id, the same as `trace_id` in the body.
         * @example 0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90
         */
        RequestId: string;
        /**
         * @description The remaining requests of each limit (draft-ietf-httpapi-ratelimit-headers-08).
         * @example "throttle:api"; r=59; t=60
         */
        RateLimit: string;
        /**
         * @description The limits that apply (draft-ietf-httpapi-ratelimit-headers-08).
         * @example "throttle:api"; q=60; w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds to wait before trying again.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description The expected authentication scheme (RFC 9110, section 11.6.1).
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description The missing scopes, if the token lacks a scope (RFC 6750, section 3.1).
         * @example Bearer error="insufficient_scope", scope="users.read"
         */
        ScopeChallenge: string;
        /**
         * @description Present when this is the repeated answer to an earlier request with the same `Idempotency-Key`.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description Seconds to wait before trying again, while the first request is running.
         * @example 1
         */
        RetryLater: number;
        /**
         * @description The address of what the first request created.
         * @example /api/v1/api-clients/019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
         */
        CreatedBefore: string;
        /**
         * @description Where to find the contract (RFC 8631). `service-desc` leads to this document and `service-doc` to a page about it.
         * @example </api-dock/openapi.json>; rel="service-desc"; type="application/json", </api-dock>; rel="service-doc"; type="text/html"
         */
        ContractLinks: string;
        /**
         * @description The addresses of the `first`, `next` and `prev` page (RFC 8288), followed by those of the contract. `next` and `prev` are absent at the ends.
         * @example </api/v1/users?cursor=eyJz>; rel="next", </api/v1/users>; rel="first", </api-dock/openapi.json>; rel="service-desc"; type="application/json"
         */
        PageLinks: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "auth.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The account was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AuthRegisterForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description A token, or the next step. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["InvalidCredentials"];
            403: components["responses"]["AccountDenied"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.two-factor-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TwoFactorChallengeRequest"];
            };
        };
        responses: {
            /** @description The account and its token. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["ChallengeFailed"];
            403: components["responses"]["AccountDenied"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.confirm-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmPasswordRequest"];
            };
        };
        responses: {
            /** @description The password was confirmed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordConfirmationEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthConfirmPasswordForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthConfirmPasswordValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.confirm-password.options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthConfirmPasswordOptionsForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.passkeys.options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AuthPasskeysOptionsForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignInRequest"];
            };
        };
        responses: {
            /** @description A token, or the next step. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeySignInEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["AuthPasskeysUnauthenticated"];
            403: components["responses"]["AuthPasskeysForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthLogoutForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you have. If it is the current version, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account that the token belongs to. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeEnvelope"];
                };
            };
            /** @description The version in `If-None-Match` is the current one. There is no body. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.update": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version that you read. If it is no longer the current version, the answer is 412. Without this header, versions aren't compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOwnProfileRequest"];
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeUpdateForbidden"];
            412: components["responses"]["Stale"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMeUpdateValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.password.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOwnPasswordRequest"];
            };
        };
        responses: {
            /** @description The password was changed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasswordUpdateForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMePasswordUpdateValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.password.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The password was removed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasswordUpdateForbidden"];
            422: components["responses"]["AuthMePasswordDestroyValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.email.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOwnEmailRequest"];
            };
        };
        responses: {
            /** @description The current and the pending address. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailChangeEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeEmailUpdateForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.email.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No change is pending. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeEmailUpdateForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.email.verification-notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a change is pending, and the mail was sent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationReminderEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeEmailVerificationNotificationForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.avatar.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AvatarUpload"];
            };
        };
        responses: {
            /** @description The account with its new picture. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeAvatarUpdateForbidden"];
            413: components["responses"]["AuthMeAvatarUpdatePayloadTooLarge"];
            415: components["responses"]["AuthMeAvatarUpdateUnsupportedMediaType"];
            422: components["responses"]["AuthMeAvatarUpdateValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.avatar.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no picture. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeAvatarUpdateForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.sessions.index": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessionsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeSessionsIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.sessions.destroy-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No browser session is active. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeSessionsIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.sessions.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example 019a8f3c-6a1e-4c3b-9d52-0f6a1b2c3d4e
                 */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeSessionsDestroyForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.tokens.index": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnTokensEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTokensIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.tokens.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreOwnTokenRequest"];
            };
        };
        responses: {
            /** @description The token was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedOwnTokenEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTokensIndexForbidden"];
            409: components["responses"]["AuthMeTokensStoreConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMeTokensStoreValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.tokens.destroy-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No other token is active. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTokensIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.tokens.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the token.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTokensDestroyForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.applications.index": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of applications. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnApplicationsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeApplicationsIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.applications.destroy-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No application has access. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeApplicationsIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.applications.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application has no access. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeApplicationsDestroyForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.two-factor.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of two-factor authentication. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactorStateEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTwoFactorShowForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.two-factor.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTwoFactorRequest"];
            };
        };
        responses: {
            /** @description Two-factor authentication is on. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTwoFactorStoreForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMeTwoFactorConfirmValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.two-factor.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactorSetupEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTwoFactorStoreForbidden"];
            409: components["responses"]["AuthMeTwoFactorStoreConflict"];
            422: components["responses"]["AuthMeTwoFactorStoreValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.two-factor.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DisableTwoFactorRequest"];
            };
        };
        responses: {
            /** @description Two-factor authentication is off. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeTwoFactorStoreForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMeTwoFactorDestroyValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.recovery-codes.index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unused codes. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeRecoveryCodesIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.recovery-codes.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new codes. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeRecoveryCodesIndexForbidden"];
            409: components["responses"]["AuthMeRecoveryCodesStoreConflict"];
            422: components["responses"]["AuthMeRecoveryCodesStoreValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.passkeys.options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasskeysOptionsForbidden"];
            422: components["responses"]["ValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.passkeys.index": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of passkeys. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeysEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasskeysIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.passkeys.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StorePasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey was added. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPasskeyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasskeysStoreForbidden"];
            409: components["responses"]["AuthMePasskeysStoreConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMePasskeysStoreValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.passkeys.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey was removed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasskeysDestroyForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["AuthMePasskeysDestroyValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.passkeys.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMePasskeysUpdateForbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthMePasskeysUpdateValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.identities.index": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of linked accounts. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedIdentitiesEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeIdentitiesIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.identities.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the linked account.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                identity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link was removed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeIdentitiesDestroyForbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["AuthMeIdentitiesDestroyValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me.activity.index": {
        parameters: {
            query?: {
                /**
                 * @description Events of this kind: signing in and out (`sign_in`), the account itself (`account`), tokens and applications (`access`),
                 *     or administration (`administration`).
                 * @example sign_in
                 */
                "filter[kind]"?: "sign_in" | "account" | "access" | "administration";
                /**
                 * @description Only this event. With `filter[kind]`, an event of another kind matches nothing.
                 * @example login
                 */
                "filter[event]"?: string;
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnActivityListEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AuthMeActivityIndexForbidden"];
            422: components["responses"]["AuthMeActivityIndexValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description A link is mailed, if an account has the address. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AuthForgotPasswordForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description The password was set. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AuthResetPasswordForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthResetPasswordValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.invitation.passkeys.options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationOptionsRequest"];
            };
        };
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AuthInvitationPasskeysOptionsForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthInvitationPasskeysOptionsValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.invitation.passkeys.store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description The passkey was added. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPasskeyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AuthInvitationPasskeysStoreForbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthInvitationPasskeysStoreValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.email.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description The address is verified. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AccountDenied"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["AuthEmailVerifyValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.email.verification-notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationNotificationRequest"];
            };
        };
        responses: {
            /** @description A link is mailed, if an account still has to verify the address. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            403: components["responses"]["AccountDenied"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "definitions.index": {
        parameters: {
            query?: {
                /**
                 * @description Return only these definitions. Separate keys with commas. Unknown keys are ignored.
                 * @example [
                 *       "userStatus",
                 *       "yesNo"
                 *     ]
                 */
                keys?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The choices by key. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["DefinitionsIndexForbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
            /** @description Any other failure, also with a status that a later version adds. The failures of every operation match this schema. */
            default: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureEnvelope"];
                };
            };
        };
    };
    "users.index": {
        parameters: {
            query?: {
                /**
                 * @description At most 8 words, separated by spaces. Each must be the beginning of a word of the first name, last name or email address, or the whole id; the middle of a word isn't found. A word also begins after each `-`, `'`, `.`, `@` and `+`, so `ann.smith@acme.com` is found by `ann.smith`, `smith@acme`, `acme` and `com`. Case doesn't matter; `%` and `_` are matched literally.
                 * @example ada
                 */
                "filter[search]"?: string;
                /** @description The user with exactly this id. */
                "filter[id]"?: string;
                /** @description The user with exactly this email address, whatever its case. */
                "filter[email]"?: string;
                /**
                 * @description Users with exactly this status.
                 * @example active
                 */
                "filter[status]"?: string;
                /** @description Users with this role. */
                "filter[role]"?: string;
                /** @description Users created on this UTC date or later. */
                "filter[created_from]"?: string;
                /** @description Users created on this UTC date or earlier. */
                "filter[created_to]"?: string;
                /** @description List deleted accounts that can still be restored, instead of the others. Requires `users.delete`. */
                "filter[deleted]"?: "only";
                /** @description The field to sort by. Prefix it with `-` for descending order. Ties are sorted by id. */
                sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "full_name" | "-full_name" | "email" | "-email" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreUserRequest"];
            };
        };
        responses: {
            /** @description The account was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownUserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UsersStoreValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.index.export": {
        parameters: {
            query?: {
                /**
                 * @description At most 8 words, separated by spaces. Each must be the beginning of a word of the first name, last name or email address, or the whole id; the middle of a word isn't found. A word also begins after each `-`, `'`, `.`, `@` and `+`, so `ann.smith@acme.com` is found by `ann.smith`, `smith@acme`, `acme` and `com`. Case doesn't matter; `%` and `_` are matched literally.
                 * @example ada
                 */
                "filter[search]"?: string;
                /**
                 * @description Users with exactly this status.
                 * @example active
                 */
                "filter[status]"?: string;
                /** @description Users with this role. */
                "filter[role]"?: string;
                /** @description Users created on this UTC date or later. */
                "filter[created_from]"?: string;
                /** @description Users created on this UTC date or earlier. */
                "filter[created_to]"?: string;
                /** @description The field to sort by. Prefix it with `-` for descending order. Ties are sorted by id. */
                sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "full_name" | "-full_name" | "email" | "-email" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The columns `id`, `first_name`, `last_name`, `email`, `status`, `role`, `email_verified_at` and `created_at`. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.statuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStatusesRequest"];
            };
        };
        responses: {
            /** @description What was changed and what wasn't. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusReportEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UsersUpdateStatusesValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you have. If it is the current version, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownUserEnvelope"];
                };
            };
            /** @description The version in `If-None-Match` is the current one. There is no body. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version that you read. If it is no longer the current version, the answer is 412. Without this header, versions aren't compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The updated user. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["UsersUpdateForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.destroy": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version that you read. If it is no longer the current version, the answer is 412. Without this header, versions aren't compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account was deleted. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["UsersDestroyForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.patch": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version that you read. If it is no longer the current version, the answer is 412. Without this header, versions aren't compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The updated user. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["UsersUpdateForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restored user. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UsersRestoreValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.status": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version that you read. If it is no longer the current version, the answer is 412. Without this header, versions aren't compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStatusRequest"];
            };
        };
        responses: {
            /** @description The updated user. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["UsersUpdateStatusForbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many credentials were active. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedAccessEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Two-factor authentication is off. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.verification": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a mail was sent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationReminderEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a mail was sent. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationReminderEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.avatar": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AvatarUpload"];
            };
        };
        responses: {
            /** @description The user with the new picture. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["UsersUpdateAvatarPayloadTooLarge"];
            415: components["responses"]["UsersUpdateAvatarUnsupportedMediaType"];
            422: components["responses"]["UsersUpdateAvatarValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.avatar.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no picture. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show.sessions": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessionsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.sessions.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the session.
                 * @example 019a8f3c-6a1e-4c3b-9d52-0f6a1b2c3d4e
                 */
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show.tokens": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserTokensEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.tokens.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the token.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show.applications": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of applications. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserApplicationsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.applications.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the client.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application has no access. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show.passkeys": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of passkeys. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPasskeysEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.passkeys.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the passkey.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey was removed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UsersUpdatePasskeysDestroyValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show.identities": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of linked accounts. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserIdentitiesEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update.identities.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
                /**
                 * @description The id of the linked account.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                identity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link was removed. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UsersUpdateIdentitiesDestroyValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "roles.index": {
        parameters: {
            query?: {
                /**
                 * @description At most 8 words, separated by spaces. Each must occur in the name or label. Case doesn't matter.
                 * @example support
                 */
                "filter[search]"?: string;
                /** @description The field to sort by. Prefix it with `-` for descending order. Ties are sorted by name. */
                sort?: "rank" | "-rank" | "label" | "-label" | "holders" | "-holders";
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of roles. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolesEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "roles.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreRoleRequest"];
            };
        };
        responses: {
            /** @description The role was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["RoleETag"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedRoleEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RolesStoreValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "roles.show": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you have. If it is the current version, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the role.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["RoleETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleEnvelope"];
                };
            };
            /** @description The version in `If-None-Match` is the current one. There is no body. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["RoleETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "roles.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you read. If the name, label, rank or permissions have changed since, the answer is 412. Without this header, versions aren't compared. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the role.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateRoleRequest"];
            };
        };
        responses: {
            /** @description The updated role. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["RoleETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedRoleEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RolesUpdateValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "roles.destroy": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you read. If the name, label, rank or permissions have changed since, the answer is 412. Without this header, versions aren't compared. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the role.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role was deleted. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["RolesDestroyValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity-logs.index": {
        parameters: {
            query?: {
                /** @description Events by people whose id, name or email address has each of these words, at most 8. At most 25 people can match. */
                "filter[actor]"?: string;
                /**
                 * @description Events of exactly this kind.
                 * @example role_updated
                 */
                "filter[event]"?: string;
                /** @description Events on this UTC date or later. */
                "filter[from]"?: string;
                /** @description Events on this UTC date or earlier. */
                "filter[to]"?: string;
                /** @description Events about the subject with this id, or about people found by the same rules as in `filter[actor]`. */
                "filter[subject]"?: string;
                /** @description Events about subjects of this type. */
                "filter[subject_type]"?: "user" | "personal_access_token" | "oauth_client" | "role" | "definition";
                /** @description Events from exactly this IP address. */
                "filter[ip]"?: string;
                /** @description Events of the request with this trace id. */
                "filter[trace_id]"?: string;
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity-logs.index.export": {
        parameters: {
            query?: {
                /** @description Events by people whose id, name or email address has each of these words, at most 8. At most 25 people can match. */
                "filter[actor]"?: string;
                /**
                 * @description Events of exactly this kind.
                 * @example role_updated
                 */
                "filter[event]"?: string;
                /** @description Events on this UTC date or later. */
                "filter[from]"?: string;
                /** @description Events on this UTC date or earlier. */
                "filter[to]"?: string;
                /** @description Events about the subject with this id, or about people found by the same rules as in `filter[actor]`. */
                "filter[subject]"?: string;
                /** @description Events about subjects of this type. */
                "filter[subject_type]"?: "user" | "personal_access_token" | "oauth_client" | "role" | "definition";
                /** @description Events from exactly this IP address. */
                "filter[ip]"?: string;
                /** @description Events of the request with this trace id. */
                "filter[trace_id]"?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The columns `time`, `event`, `actor_id`, `actor_name`, `actor_email`, `subject_type`, `subject_id`, `subject_name`, `owner_id`, `owner_email`, `ip_address`, `user_agent`, `trace_id`, `changes` (JSON) and `id`. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity-logs.index.chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers by day. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityChartEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activity-logs.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the entry.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                activity_log: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SettingsUpdateValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.logo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The colour scheme of the pages that show the logo.
                 * @example light
                 */
                scheme: "light" | "dark";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["LogoUpload"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["SettingsUpdateLogoPayloadTooLarge"];
            415: components["responses"]["SettingsUpdateLogoUnsupportedMediaType"];
            422: components["responses"]["SettingsUpdateLogoValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.logo.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The colour scheme of the pages that show the logo.
                 * @example light
                 */
                scheme: "light" | "dark";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service has no such logo. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.mail-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTestEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.captcha-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CaptchaTestRequest"];
            };
        };
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptchaTestEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.index.providers": {
        parameters: {
            query?: {
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of providers. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProvidersEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.providers.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreProviderRequest"];
            };
        };
        responses: {
            /** @description The provider was added. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviderEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SettingsUpdateProvidersStoreValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.show.provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the provider.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviderEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.provider.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the provider.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider was deleted. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.provider": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the provider.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProviderRequest"];
            };
        };
        responses: {
            /** @description The provider after the change. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviderEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SettingsUpdateProviderValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "settings.update.provider.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the provider.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the test. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderTestEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-tokens.index": {
        parameters: {
            query?: {
                /**
                 * @description At most 8 words. Each must be the beginning of a word of the token's name or of the name or email address of its owner, as in the search for users, or the whole id of one of them; the middle of a word isn't found.
                 * @example deployment
                 */
                "filter[search]"?: string;
                /** @description The field to sort by. Prefix it with `-` for descending order. Ties are sorted by id. */
                sort?: "name" | "-name" | "owner" | "-owner" | "created_at" | "-created_at" | "expires_at" | "-expires_at" | "last_used_at" | "-last_used_at";
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokensEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-tokens.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreOwnTokenRequest"];
            };
        };
        responses: {
            /** @description The token was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedOwnTokenEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ApiTokensStoreConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ApiTokensStoreValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-tokens.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the token.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.index": {
        parameters: {
            query?: {
                /**
                 * @description At most 8 words, separated by spaces. Each must occur in the name or the id. Case doesn't matter.
                 * @example calendar
                 */
                "filter[search]"?: string;
                /** @description The field to sort by. Prefix it with `-` for descending order. Ties are sorted by id. */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The page number, starting at 1; 1 without this parameter. A page after the last one is empty. */
                page?: number;
                /** @description Items per page. Values above 100 are treated as 100. */
                per_page?: number;
                /**
                 * @description Continues at `next_cursor` or `prev_cursor` of an earlier page, instead of at a page number. Items that are added or
                 *     removed in between shift nothing. Send the same `sort` and filters, and no `page`.
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["PageLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientsEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.store": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreApiClientRequest"];
            };
        };
        responses: {
            /** @description The client was created. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ApiClientETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientWithSecretEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ApiClientsStoreForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiClientsStoreConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ApiClientsStoreValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.show": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you have. If it is the current version, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ApiClientETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientEnvelope"];
                };
            };
            /** @description The version in `If-None-Match` is the current one. There is no body. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ApiClientETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.destroy": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you read. If the client or its secret has changed since, the answer is 412; a new logo doesn't count. Without this header, versions aren't compared. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client was deleted. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you read. If the client or its secret has changed since, the answer is 412; a new logo doesn't count. Without this header, versions aren't compared. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateApiClientRequest"];
            };
        };
        responses: {
            /** @description The updated client. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ApiClientETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ApiClientsUpdateValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.update.logo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["LogoUpload"];
            };
        };
        responses: {
            /** @description The client with its new logo. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ApiClientETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ApiClientsUpdateLogoPayloadTooLarge"];
            415: components["responses"]["ApiClientsUpdateLogoUnsupportedMediaType"];
            422: components["responses"]["ApiClientsUpdateLogoValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.update.logo.destroy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client has no logo. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "api-clients.update.secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that you read. If the client or its secret has changed since, the answer is 412; a new logo doesn't count. Without this header, versions aren't compared. */
                "If-Match"?: string;
                /**
                 * @description A random text for this one request. If you get no answer, send the request again with the same key: it is done once,
                 *     and the first answer is repeated for 24 hours. An answer with a secret isn't repeated; it is 409 then.
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the client, which it sends as `client_id`.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret was replaced. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    Link: components["headers"]["ContractLinks"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ApiClientETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientWithSecretEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["ApiClientsUpdateSecretForbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ApiClientsUpdateSecretConflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["ApiClientsUpdateSecretValidationFailed"];
            423: components["responses"]["PasswordConfirmationRequired"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
