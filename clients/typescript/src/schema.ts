// Made by scripts/clients/schema.ts from the published contract. Do not edit.
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
         * @description Opens an account and, where nothing is outstanding, signs it in. With email verification the answer has
         *     `requires_verification` instead of a token, and a mail with a link is sent. It then doesn't tell whether the
         *     address is taken: the answer is the same, and the holder of the address gets a mail, at most once an hour.
         *
         *     **Who may call it:** anyone, while the setting `auth.registration` is on.
         *
         *     **What changes:** a new account with the role `user` exists, and a personal access token or a verification
         *     mail with it.
         *
         *     **Errors:** `registration_disabled` (403) while registration is off. `validation_failed` (422) when a field breaks a rule, the address is taken while email verification is off, or the password does not meet the policy.
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
         * Log in
         * @description Exchanges address and password for a personal access token, or for the step that comes next. Branch on
         *     `requires_verification` and `requires_two_factor`; do not assume that a token is there. Beside a token,
         *     `meta.password_must_change` says whether somebody else chose the password.
         *
         *     **Who may call it:** anyone.
         *
         *     **What changes:** a personal access token exists, or a challenge for the second factor, or the
         *     verification mail was sent again.
         *
         *     **Errors:** `invalid_credentials` (401) for an unknown address, a wrong password and an account that is not active, alike and after the same time. `validation_failed` (422) when a field is missing or malformed.
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
         * @description Answers the challenge of `auth.login` with a code of the authenticator app or with a recovery code; when
         *     both are sent, the code counts. Status and verification of the account are checked again.
         *     `meta.password_must_change` says whether somebody else chose the password.
         *
         *     **Who may call it:** anyone who holds a challenge, once and within 300 seconds.
         *
         *     **What changes:** the challenge is spent, whatever comes of it; after a right answer a personal access
         *     token exists, and a recovery code that was used is gone.
         *
         *     **Errors:** `challenge_failed` (401) when anything is wrong: log in again for a new challenge. `validation_failed` (422) when no code was sent; the challenge is gone as well.
         */
        post: operations["auth.two-factor-challenge"];
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
         * Log out
         * @description Ends the token that the request came with.
         *
         *     **Who may call it:** any signed-in account.
         *
         *     **What changes:** the presented token is revoked, and no other.
         *
         *     **Errors:** `validation_failed` (422) for a query, which it does not take.
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
         * @description Shows the account behind the token. `meta.password_must_change` is `true` while the account has a password that
         *     somebody else chose: the pages ask its owner for a new one, the API works as ever.
         *
         *     **Who may call it:** any signed-in account.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `validation_failed` (422) for a query, which it does not take.
         */
        get: operations["auth.me"];
        put?: never;
        post?: never;
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
         * @description Lists the choices that clients show to people, by key and in their order. Labels and explanations are in
         *     the language of the account's profile: English unless it chose another, and where there is no translation.
         *     Unknown keys are silently absent.
         *
         *     **Who may call it:** any signed-in account.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `validation_failed` (422) for a malformed `keys` or another query name.
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
         * @description Lists accounts by filter, order and page. Accounts of a higher rank than the caller's are neither listed
         *     nor counted. `filter[deleted]=only` lists the accounts deleted in the last 30 days instead, which
         *     `users.restore` can restore; `updated_at` is when each was deleted.
         *
         *     **Who may call it:** holders of `users.read`; with `filter[deleted]` of `users.delete`, too.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `validation_failed` (422) for an unknown filter, sort field or query name.
         */
        get: operations["users.index"];
        put?: never;
        /**
         * Create a user
         * @description Opens an account for somebody. It is active and has the role `user` unless told otherwise.
         *
         *     **Who may call it:** holders of `users.create`. Only those who hold every permission of a role, and whose
         *     rank is not lower, can give it.
         *
         *     **What changes:** a new account exists; with email verification on it is unverified and gets the mail.
         *
         *     **Errors:** `forbidden` (403) without the permission or the right to give the role. `validation_failed` (422) when a field breaks a rule or the address is taken.
         */
        post: operations["users.store"];
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
                 * @description The user's id.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        /**
         * Show a user
         * @description Shows one account, with its version as `ETag`.
         *
         *     **Who may call it:** holders of `users.read`.
         *
         *     **What changes:** nothing.
         *
         *     **Errors:** `forbidden` (403) without the permission. `not_found` (404) when there is no such account, or its rank is higher. `validation_failed` (422) for an id that is no UUID.
         */
        get: operations["users.show"];
        /**
         * Update a user
         * @description Changes the fields that are sent; what is absent stays as it is, and without a change the answer is 200 as
         *     well.
         *
         *     **Who may call it:** holders of `users.update` whose rank is not lower. Password, address, status and role
         *     can be changed only by those who hold every permission of the account; the new role is one that they could
         *     give. Nobody changes these four of their own account here.
         *
         *     **What changes:** the account, and its version. A new password, or a status that is denied (as shipped
         *     `inactive` and `banned`), revokes every credential of the account; a new address is unverified. The owner
         *     gets a mail about a new password or address.
         *
         *     **Errors:** `forbidden` (403) without the permission or the right to change a field. `own_account` (403) for another password, address, status or role of the own account, whatever token is used. `last_administrator` (403) when no active `system_admin` would be left. `not_found` (404) when there is no such account, or its rank is higher. `stale` (412) when `If-Match` is not its version. `validation_failed` (422) when a field breaks a rule or the address is taken.
         */
        put: operations["users.update"];
        post?: never;
        /**
         * Delete a user
         * @description Deletes an account. For 30 days `users.restore` can restore it; then its personal data is erased.
         *
         *     **Who may call it:** holders of `users.delete` whose rank is not lower and who hold every permission of the
         *     account; never for themselves.
         *
         *     **What changes:** the account is gone, its address is free, and every credential of it is revoked.
         *
         *     **Errors:** `self_delete` (403) for the own account. `forbidden` (403) without the permission, or for an account that may do more. `last_administrator` (403) when no active `system_admin` would be left. `not_found` (404) when there is no such account, or its rank is higher. `stale` (412) when `If-Match` is not its version. `validation_failed` (422) for an id that is no UUID.
         */
        delete: operations["users.destroy"];
        options?: never;
        head?: never;
        /**
         * Update a user in part
         * @description Changes the fields that are sent; what is absent stays as it is, and without a change the answer is 200 as
         *     well.
         *
         *     **Who may call it:** holders of `users.update` whose rank is not lower. Password, address, status and role
         *     can be changed only by those who hold every permission of the account; the new role is one that they could
         *     give. Nobody changes these four of their own account here.
         *
         *     **What changes:** the account, and its version. A new password, or a status that is denied (as shipped
         *     `inactive` and `banned`), revokes every credential of the account; a new address is unverified. The owner
         *     gets a mail about a new password or address.
         *
         *     **Errors:** `forbidden` (403) without the permission or the right to change a field. `own_account` (403) for another password, address, status or role of the own account, whatever token is used. `last_administrator` (403) when no active `system_admin` would be left. `not_found` (404) when there is no such account, or its rank is higher. `stale` (412) when `If-Match` is not its version. `validation_failed` (422) when a field breaks a rule or the address is taken.
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
                 * @description The user's id.
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
         * @description Restores an account that was deleted less than 30 days ago. `users.index` with `filter[deleted]=only` finds
         *     these accounts.
         *
         *     **Who may call it:** holders of `users.delete` whose rank is not lower and who hold every permission of the
         *     account.
         *
         *     **What changes:** the account is back with its password, second factor, recovery codes, role and status,
         *     and with a new version. Its tokens, sessions, links and connected applications stay ended, and its picture
         *     stays deleted. The owner gets a mail.
         *
         *     **Errors:** `forbidden` (403) without the permission, or for an account that may do more. `not_found` (404) when there is no such account, it is not deleted, it was deleted more than 30 days ago, or its rank is higher. `validation_failed` (422) on `email` when another account has its address now: change the address of that account or delete it first; also for an id that is no UUID.
         */
        post: operations["users.restore"];
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
        /** @description Only with `APP_DEBUG=true`. Never rely on it. */
        Debug: {
            exception: string;
            message: string;
            trace: string[];
        };
        /** @description Always `{}`. */
        EmptyObject: Record<string, never>;
        /** @description Field (dotted path) to sentences. */
        FieldErrors: {
            [key: string]: string[];
        };
        Pagination: {
            total: number;
            per_page: number;
            current_page: number;
            last_page: number;
            /** @description Number of the first row of the page; null on an empty page. */
            from: number | null;
            /** @description Number of the last row of the page; null on an empty page. */
            to: number | null;
        };
        /**
         * Format: well-formed-text
         * @description 1 to 255 characters; no leading blank, no control, direction or zero-width characters.
         * @example Ada
         */
        PersonName: string;
        /**
         * Format: well-formed-text
         * @description Stored trimmed, in lower case and NFC.
         * @example ada@example.test
         */
        EmailAddress: string;
        /**
         * Format: password
         * @description Must meet the password policy of the settings; at most 72 bytes in UTF-8 and no NUL.
         * @example correct-horse-battery
         */
        NewPassword: string;
        RegisterRequest: {
            first_name: components["schemas"]["PersonName"];
            last_name: components["schemas"]["PersonName"];
            email: components["schemas"]["EmailAddress"];
            password: components["schemas"]["NewPassword"];
            password_confirmation: components["schemas"]["NewPassword"];
        };
        /**
         * Format: date-time
         * @description RFC 3339, UTC, with milliseconds; null when it has not happened.
         * @example 2026-11-21T09:30:00.000Z
         */
        NullableTimestamp: string | null;
        /**
         * Format: date-time
         * @description RFC 3339, UTC, with milliseconds.
         * @example 2026-11-21T09:30:00.000Z
         */
        Timestamp: string;
        /** @description The public view of an account; the same fields everywhere. */
        User: {
            /** Format: uuid */
            id: string;
            first_name: string;
            last_name: string;
            /** @description First and last name. */
            full_name: string;
            /** @description For a client that shows no picture: AL. */
            initials: string;
            email: string;
            /** @description A value of the definition `userStatus`; it may be one that the client does not know. */
            status: string | null;
            /** @description The name of the best-ranked role; null without a role. */
            role: string | null;
            /** @description An absolute address of the picture; null without a picture. */
            avatar_url: string | null;
            /** @description A name of the IANA time zone database. */
            timezone: string;
            email_verified_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        UserWithToken: {
            user: components["schemas"]["User"];
            /** @description A personal access token named `auth-token`. It is shown only here. */
            token: string;
        };
        UserAwaitingVerification: {
            user: components["schemas"]["User"];
            /** @constant */
            requires_verification: true;
        };
        LoginRequest: {
            email: string;
            /** Format: password */
            password: string;
        };
        VerificationRequired: {
            /** @constant */
            requires_verification: true;
        };
        TwoFactorRequired: {
            /** @constant */
            requires_two_factor: true;
            /**
             * Format: uuid
             * @description Identifies the pending challenge: one try, 300 seconds.
             */
            challenge: string;
        };
        /** @description Empty, unless somebody else chose the password of the account. */
        PasswordNotice: {
            /** @description Somebody else chose the password. The pages ask its owner for a new one; the API works as ever. */
            password_must_change?: boolean;
        };
        TwoFactorChallengeRequest: {
            /** @description The identifier that login answered with. */
            challenge: string;
            /** @description Six digits of the authenticator app; wins when both are sent. */
            code?: string | null;
            /** @description One of the recovery codes, which is then spent. */
            recovery_code?: string | null;
        };
        Definition: {
            /** @description What the API takes and gives. */
            value: string;
            /** @description What people read. */
            label: string;
            /** @description Choices are shown in this order, the lowest first. */
            order: number;
            /**
             * @description The tone in which it is shown.
             * @enum {string}
             */
            severity: "success" | "info" | "warning" | "danger" | "neutral";
            /** @description The name of a Tabler icon. */
            icon: string | null;
            /** @description A sentence for people. */
            explanation: string | null;
        };
        /**
         * @description A value of the definition `userStatus`; shipped are `active`, `inactive` and `banned`.
         * @example active
         */
        Status: string;
        /**
         * @description The name of a role that the caller may assign; it replaces the roles of the account.
         * @example user
         */
        RoleName: string;
        StoreUserRequest: {
            first_name: components["schemas"]["PersonName"];
            last_name: components["schemas"]["PersonName"];
            email: components["schemas"]["EmailAddress"];
            password: components["schemas"]["NewPassword"];
            password_confirmation: components["schemas"]["NewPassword"];
            status?: components["schemas"]["Status"];
            role?: components["schemas"]["RoleName"];
        };
        /** @description What is absent stays as it is; `password` needs `password_confirmation`. */
        UpdateUserRequest: {
            first_name?: components["schemas"]["PersonName"];
            last_name?: components["schemas"]["PersonName"];
            email?: components["schemas"]["EmailAddress"];
            password?: components["schemas"]["NewPassword"];
            password_confirmation?: components["schemas"]["NewPassword"];
            status?: components["schemas"]["Status"];
            role?: components["schemas"]["RoleName"];
        };
        MalformedRequestFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "malformed_request";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        AuthRegisterForbiddenFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied" | "registration_disabled";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        PayloadTooLargeFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "payload_too_large";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        UnsupportedMediaTypeFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "unsupported_media_type";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        ValidationFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "validation_failed";
                errors: components["schemas"]["FieldErrors"];
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        ThrottledFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "throttled";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        ServerFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            /** @constant */
            message: "A server error occurred.";
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "server_error";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
            debug?: components["schemas"]["Debug"];
        };
        UnavailableFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            /** @constant */
            message: "A server error occurred.";
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "unavailable";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
            debug?: components["schemas"]["Debug"];
        };
        AccountDeniedFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        InvalidCredentialsFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "invalid_credentials";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        ChallengeFailedFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "challenge_failed";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        UnauthenticatedFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "unauthenticated" | "token_expired" | "token_revoked";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        ForbiddenFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        NotFoundFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "not_found";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        UsersUpdateForbiddenFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied" | "own_account" | "last_administrator";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        StaleFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "stale";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        UsersDestroyForbiddenFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "forbidden" | "insufficient_scope" | "account_denied" | "self_delete" | "last_administrator";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        RouteNotFoundFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "route_not_found";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        MethodNotAllowedFailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                /**
                 * @description A stable word for programs; the schema ErrorCode explains it.
                 * @enum {string}
                 */
                code: "method_not_allowed";
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        RegistrationEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: components["schemas"]["UserWithToken"] | components["schemas"]["UserAwaitingVerification"];
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        LoginEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: components["schemas"]["UserWithToken"] | components["schemas"]["VerificationRequired"] | components["schemas"]["TwoFactorRequired"];
            meta: components["schemas"]["PasswordNotice"];
            /** Format: uuid */
            trace_id: string;
        };
        SignedInEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: components["schemas"]["UserWithToken"];
            meta: components["schemas"]["PasswordNotice"];
            /** Format: uuid */
            trace_id: string;
        };
        EmptyEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: components["schemas"]["EmptyObject"];
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        MeEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: components["schemas"]["User"];
            meta: components["schemas"]["PasswordNotice"];
            /** Format: uuid */
            trace_id: string;
        };
        DefinitionsEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            /** @description Key to its choices, in their order. */
            data: {
                [key: string]: components["schemas"]["Definition"][];
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        UsersEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: {
                items: components["schemas"]["User"][];
            };
            meta: {
                pagination: components["schemas"]["Pagination"];
            };
            /** Format: uuid */
            trace_id: string;
        };
        UserEnvelope: {
            /** @constant */
            success: true;
            status: number;
            message: string;
            data: components["schemas"]["User"];
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        FailureEnvelope: {
            /** @constant */
            success: false;
            status: number;
            message: string;
            data: {
                code: components["schemas"]["ErrorCode"];
            };
            meta: components["schemas"]["EmptyObject"];
            /** Format: uuid */
            trace_id: string;
        };
        /**
         * @description A stable word for programs. New ones may come; treat an unknown one by its status.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "unauthenticated" | "token_expired" | "token_revoked" | "invalid_credentials" | "challenge_failed" | "forbidden" | "insufficient_scope" | "first_party_only" | "account_denied" | "registration_disabled" | "self_delete" | "own_account" | "last_administrator" | "route_not_found" | "not_found" | "method_not_allowed" | "stale" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "throttled" | "server_error" | "unavailable";
    };
    responses: {
        /** @description The request cannot be parsed: malformed JSON or percent-encoding. */
        MalformedRequest: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedRequestFailureEnvelope"];
            };
        };
        /** @description The account behind the token is denied. Registration is switched off. */
        AuthRegisterForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeFailureEnvelope"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailureEnvelope"];
            };
        };
        /** @description The request parses but breaks the contract or a rule; `errors` names each field. */
        ValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ThrottledFailureEnvelope"];
            };
        };
        /** @description Something failed that should not. Quote the trace id to the operator. */
        ServerError: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServerFailureEnvelope"];
            };
        };
        /** @description The service cannot answer now: a dependency is down or the queue of password checks is full. */
        Unavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableFailureEnvelope"];
            };
        };
        /** @description The account behind the token is denied. */
        AccountDenied: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccountDeniedFailureEnvelope"];
            };
        };
        /** @description Unknown address, wrong password or an account that may not sign in: one answer for all. */
        InvalidCredentials: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidCredentialsFailureEnvelope"];
            };
        };
        /** @description The code or the challenge is wrong, spent or expired; the challenge is gone. */
        ChallengeFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChallengeFailedFailureEnvelope"];
            };
        };
        /** @description No credential, or one that is unknown. The token has expired. The token was revoked. */
        Unauthenticated: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthenticatedFailureEnvelope"];
            };
        };
        /** @description The account lacks the permission or the right. The token lacks the scope. The account behind the token is denied. */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenFailureEnvelope"];
            };
        };
        /** @description There is no such row, or the caller may not see it. */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundFailureEnvelope"];
            };
        };
        /** @description The account lacks the permission or the right. The token lacks the scope. The account behind the token is denied. The target is the caller. The target is the last active `system_admin`. */
        UsersUpdateForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersUpdateForbiddenFailureEnvelope"];
            };
        };
        /** @description The version in `If-Match` is not the current one. */
        Stale: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StaleFailureEnvelope"];
            };
        };
        /** @description The account lacks the permission or the right. The token lacks the scope. The account behind the token is denied. The target is the caller. The target is the last active `system_admin`. */
        UsersDestroyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UsersDestroyForbiddenFailureEnvelope"];
            };
        };
        /** @description Another account has the address now, or the id is no UUID; `errors` names each field. */
        UsersRestoreValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailureEnvelope"];
            };
        };
        /** @description There is no such endpoint. */
        RouteNotFound: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RouteNotFoundFailureEnvelope"];
            };
        };
        /** @description The endpoint does not have this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedFailureEnvelope"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The user's version, for `If-Match`.
         * @example "3"
         */
        ETag: string;
        /**
         * @description The server's trace id, equal to `trace_id` in the body.
         * @example 0b0e7c1a-6f55-4f0e-9a43-6d7a3c1f2b90
         */
        RequestId: string;
        /**
         * @description What is left of each limit (draft-ietf-httpapi-ratelimit-headers-08).
         * @example "throttle:api"; r=59; t=60
         */
        RateLimit: string;
        /**
         * @description The limits that apply (draft-ietf-httpapi-ratelimit-headers-08).
         * @example "throttle:api"; q=60; w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds to wait before the next try.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description The scheme that is expected (RFC 9110, section 11.6.1).
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description The scopes that are missing, where a scope is what is missing (RFC 6750, section 3.1).
         * @example Bearer error="insufficient_scope", scope="users.read"
         */
        ScopeChallenge: string;
        /**
         * @description The methods of this path (RFC 9110, section 10.2.1).
         * @example GET, POST, HEAD, OPTIONS
         */
        Allow: string;
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
            /** @description The account exists. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
            /** @description A token, or the step that comes next. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
    "auth.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
            403: components["responses"]["AccountDenied"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "auth.me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account behind the token. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeEnvelope"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["AccountDenied"];
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
                 * @description Only these definitions, separated by commas. Unknown keys are silently absent.
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
            /** @description Key to its choices. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
            403: components["responses"]["AccountDenied"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.index": {
        parameters: {
            query?: {
                /**
                 * @description Narrows the list; every given filter must hold.
                 * @example {
                 *       "search": "ada",
                 *       "status": "active"
                 *     }
                 */
                filter?: {
                    /** @description At most 8 words separated by blanks; each must occur in id, first name, last name or email. Upper and lower case are alike, `%` and `_` are literal. */
                    search?: string;
                    /** @description Exactly this status. */
                    status?: string;
                    /** @description Holds the role of this name. */
                    role?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC date or later.
                     */
                    created_from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC date or earlier.
                     */
                    created_to?: string;
                    /**
                     * @description Deleted accounts that can be restored, instead of the others. Takes `users.delete`.
                     * @enum {string}
                     */
                    deleted?: "only";
                };
                /** @description One field, `-` in front for descending. Ties are broken by id. */
                sort?: "id" | "-id" | "first_name" | "-first_name" | "last_name" | "-last_name" | "full_name" | "-full_name" | "email" | "-email" | "status" | "-status" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description The page, from 1. A page after the last one is empty. */
                page?: number;
                /** @description Rows on a page; more than 100 are clamped to 100. */
                per_page?: number;
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreUserRequest"];
            };
        };
        responses: {
            /** @description The account exists. */
            201: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user's id.
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
                 * @description The `ETag` of the version that was read; when it is no longer the current one, the answer is 412. Without it nothing is compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The user's id.
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
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
                 * @description The `ETag` of the version that was read; when it is no longer the current one, the answer is 412. Without it nothing is compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The user's id.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is deleted. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
                 * @description The `ETag` of the version that was read; when it is no longer the current one, the answer is 412. Without it nothing is compared.
                 * @example "3"
                 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description The user's id.
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
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
                 * @description The user's id.
                 * @example 019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e
                 */
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, restored. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
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
}
