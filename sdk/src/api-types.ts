// Made by `npm run openapi`.
export interface paths {
    "/api/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Sign up
         */
        post: operations["post-auth-register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
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
         * @description Sign in
         */
        post: operations["post-auth-login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out; the token is revoked
         * @description Sign out; the token is revoked
         */
        post: operations["post-auth-logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password; every token of the user is revoked
         * @description Change the password; every token of the user is revoked
         */
        post: operations["post-auth-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove who you are again, for ten minutes
         * @description Send the password, or a code if the second factor is on. A signed-in user whose last proof is older than ten minutes gets 403 REAUTHENTICATION_REQUIRED from: POST /api/v1/withdrawals; PATCH /api/v1/account (payout_pix_key); PUT /api/v1/account/automatic-withdrawals; PUT /api/v1/account/domain; POST /api/v1/account/domain/verify; POST /api/v1/keys; PATCH /api/v1/keys/{id} (scopes, allowed_ips, expires_at); PATCH /api/v1/team/{id}; DELETE /api/v1/team/{id}; DELETE /api/v1/team/me; POST /api/v1/team/invitations; POST /api/v1/team/invitations/{id}/resend; POST /api/webhooks; POST /api/v1/webhooks; PATCH /api/v1/webhooks/{id} (url); POST /api/v1/webhooks/{id}/rotate-secret; POST /api/v1/admin/accounts/{id}/approve; POST /api/v1/admin/accounts/{id}/block; PUT /api/v1/admin/accounts/{id}/fee-plan; PUT /api/v1/admin/accounts/{id}/named-fee-plan; POST /api/v1/admin/fee-plans; PUT /api/v1/admin/fee-plans/{id}; PUT /api/v1/admin/accounts/{id}/limits; POST /api/v1/admin/accounts/{id}/view; PUT /api/v1/admin/accounts/{id}/pix-providers; PUT /api/v1/admin/accounts/{id}/payout-terms; PUT /api/v1/admin/accounts/{id}/boleto-providers; POST /api/v1/admin/withdrawals/{id}/approve; POST /api/v1/admin/withdrawals/{id}/paid; POST /api/v1/admin/payer-refunds/{id}/paid; POST /api/v1/admin/payer-refunds/{id}/refuse; POST /api/v1/admin/bank-files/{id}/book; POST /api/v1/admin/bank-files/{id}/payments; POST /api/v1/admin/withdrawals/{id}/reject; POST /api/v1/admin/disputes/{id}/close; POST /api/v1/admin/identities/{id}/documents/{document_id}/open; POST /api/v1/admin/identities/{id}/decide; POST /api/v1/admin/identities/{id}/confirm; POST /api/v1/admin/operators; DELETE /api/v1/admin/operators/{id}; POST /api/v1/admin/people/export; POST /api/v1/admin/people/erase. API keys are never asked.
         */
        post: operations["post-auth-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session: the user, the account, and the requirements of this installation
         * @description Get the current session: the user, the account, and the requirements of this installation
         */
        get: operations["get-auth-session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description List your sessions
         */
        get: operations["get-auth-sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End another session
         * @description End another session
         */
        delete: operations["delete-auth-sessions-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/check-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether the token of a link is still good, and for which address; the link is not used
         * @description Ask whether the token of a link is still good, and for which address; the link is not used
         */
        post: operations["post-auth-check-link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to choose a new password
         * @description The answer is the same whether or not the address has an account. At most five mails per hour.
         */
        post: operations["post-auth-recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with the token of a link; every session of the user ends
         * @description Choose a new password with the token of a link; every session of the user ends
         */
        post: operations["post-auth-reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an e-mail address with the token of a link
         * @description Confirm an e-mail address with the token of a link
         */
        post: operations["post-auth-verify-email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/verify-email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send another link to confirm your e-mail address
         * @description Send another link to confirm your e-mail address
         */
        post: operations["post-auth-verify-email-resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a second factor; it takes effect when it is confirmed
         * @description Set up a second factor; it takes effect when it is confirmed
         */
        post: operations["post-auth-two-factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/two-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the second factor with a code
         * @description Confirm the second factor with a code
         */
        post: operations["post-auth-two-factor-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/two-factor/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable the second factor
         * @description Disable the second factor
         */
        post: operations["post-auth-two-factor-disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your account
         * @description Get your account
         */
        get: operations["get-account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the account: name, phone, payout key, language, address, contact and look of the payment pages
         * @description Update the account: name, phone, payout key, language, address, contact and look of the payment pages
         */
        patch: operations["patch-account"];
        trace?: never;
    };
    "/api/v1/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is left to set up: each step is done when the account shows it
         * @description Get what is left to set up: each step is done when the account shows it
         */
        get: operations["get-first-steps"];
        /**
         * Put the list of first steps away, or bring it back
         * @description Put the list of first steps away, or bring it back
         */
        put: operations["put-first-steps"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened that you should know, newest first
         * @description List what happened that you should know, newest first
         */
        get: operations["get-notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count your unread notifications
         * @description Count your unread notifications
         */
        get: operations["get-notifications-unread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark notifications as read, for you alone
         * @description Mark notifications as read, for you alone
         */
        put: operations["put-notifications-read"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mails of your account, newest first: kind, state and masked address
         * @description Without mails that recover a password: anyone can ask for those.
         */
        get: operations["get-mails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description List API keys
         */
        get: operations["get-keys"];
        put?: never;
        /**
         * Create an API key
         * @description Without limits the key may do everything, from everywhere, for ever. You can give it at most what you may do.
         */
        post: operations["post-keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revoke an API key
         */
        delete: operations["delete-keys-id"];
        options?: never;
        head?: never;
        /**
         * Change the name or the limits of an API key
         * @description The new limits hold when this answers. null: no limit.
         */
        patch: operations["patch-keys-id"];
        trace?: never;
    };
    "/api/v1/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people of your account
         * @description List the people of your account
         */
        get: operations["get-team"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member; every session in this account ends
         * @description Remove a member; every session in this account ends
         */
        delete: operations["delete-team-id"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member; it holds when this answers
         * @description Change the role of a member; it holds when this answers
         */
        patch: operations["patch-team-id"];
        trace?: never;
    };
    "/api/v1/team/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave the account; every session of yours in it ends
         * @description Leave the account; every session of yours in it ends
         */
        delete: operations["delete-team-me"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations that were not used yet
         * @description List the invitations that were not used yet
         */
        get: operations["get-team-invitations"];
        put?: never;
        /**
         * Invite a person by mail
         * @description The link works for seven days, once. The answer is the same whether or not the address has an account. At most five mails per hour and address.
         */
        post: operations["post-team-invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation; its link is dead
         * @description Revoke an invitation; its link is dead
         */
        delete: operations["delete-team-invitations-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again; the link before is dead
         * @description Send an invitation again; the link before is dead
         */
        post: operations["post-team-invitations-id-resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/check-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask what the token of an invitation is for; it is not used
         * @description Ask what the token of an invitation is for; it is not used
         */
        post: operations["post-auth-check-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a team as a new person, with a password
         * @description The answer is the same whether or not the address has an account. A person who has one signs in and calls POST /api/v1/auth/join.
         */
        post: operations["post-auth-accept-invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a team as the signed-in user, by an invitation to its address; the session goes on there
         * @description Join a team as the signed-in user, by an invitation to its address; the session goes on there
         */
        post: operations["post-auth-join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go on in another account of yours; the session before ends
         * @description Go on in another account of yours; the session before ends
         */
        post: operations["post-auth-switch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what payers see of you: name, colour, logo, texts
         * @description Get what payers see of you: name, colour, logo, texts
         */
        get: operations["get-account-branding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what payers see of you; absent fields are unchanged, null clears
         * @description Change what payers see of you; absent fields are unchanged, null clears
         */
        patch: operations["patch-account-branding"];
        trace?: never;
    };
    "/api/v1/account/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your own domain for the payment pages, with its DNS records
         * @description Get your own domain for the payment pages, with its DNS records
         */
        get: operations["get-account-domain"];
        /**
         * Name your own domain for the payment pages; it is in use once its DNS records are verified
         * @description Name your own domain for the payment pages; it is in use once its DNS records are verified
         */
        put: operations["put-account-domain"];
        post?: never;
        /**
         * Remove your own domain: links begin with the address of the gateway again
         * @description Remove your own domain: links begin with the address of the gateway again
         */
        delete: operations["delete-account-domain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/domain/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up the DNS records of your domain now
         * @description Answers 200 whatever was found: `status` and `finding` say it.
         */
        post: operations["post-account-domain-verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of your identity check: what is asked, what was sent, why it was refused
         * @description Get the state of your identity check: what is asked, what was sent, why it was refused
         */
        get: operations["get-account-identity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/identity/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send your documents to be checked
         * @description Replaces what you sent before, as long as nobody has begun to look at it. After a refusal, documents that were accepted may be sent again by their file_id.
         */
        post: operations["post-account-identity-submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List charges, newest first
         * @description List charges, newest first
         */
        get: operations["get-charges"];
        put?: never;
        /**
         * Create a charge
         * @description Create a charge
         */
        post: operations["post-charges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate the cost of a charge
         * @description Calculate the cost of a charge
         */
        post: operations["post-quotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a charge
         * @description Get a charge
         */
        get: operations["get-charges-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the due date of a pending boleto
         * @description A bank is asked for it: until it has accepted, due_date is the old one and due_date_change says what is wanted. The charge's events say what became of it.
         */
        patch: operations["patch-charges-id"];
        trace?: never;
    };
    "/api/v1/charges/{id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ledger postings of a charge
         * @description Get the ledger postings of a charge
         */
        get: operations["get-charges-id-ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export charges as a file, newest first, with the filters of the list
         * @description CSV (UTF-8, semicolons, decimal commas) or XLSX. Rows come in the order of the list.
         */
        get: operations["get-charges-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export disputes as a file, newest first
         * @description CSV (UTF-8, semicolons, decimal commas) or XLSX. Rows come in the order of the list.
         */
        get: operations["get-disputes-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many charges there are in each status
         * @description How many charges there are in each status
         */
        get: operations["get-charges-counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much a customer has paid, owes and got back
         * @description How much a customer has paid, owes and got back
         */
        get: operations["get-customers-id-summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the stored cards of a customer, newest first
         * @description List the stored cards of a customer, newest first
         */
        get: operations["get-customers-id-cards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/cards/{card_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a stored card; its acquirer forgets it too
         * @description Remove a stored card; its acquirer forgets it too
         */
        delete: operations["delete-customers-id-cards-card_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a charge by card
         * @description With the token that the acquirer made of the card in the browser of the payer. card_payment says what became of it: a refusal is an answer, not an error. The payer of a challenge is led to challenge_url.
         */
        post: operations["post-charges-id-pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture what is held on a card, whole or in part
         * @description Once: what is not captured is let go. While the acquirer has not answered, authorization.status is capturing, and the events of the charge say how it ended. The same capture again answers as before.
         */
        post: operations["post-charges-id-capture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a received charge in full or in part
         * @description Refund a received charge in full or in part
         */
        post: operations["post-charges-id-refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a pending or overdue charge
         * @description Cancel a pending or overdue charge
         */
        post: operations["post-charges-id-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes, newest first
         * @description List disputes, newest first
         */
        get: operations["get-disputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dispute
         * @description Get a dispute
         */
        get: operations["get-disputes-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes/{id}/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document of your answer
         * @description Download a document of your answer
         */
        get: operations["get-disputes-id-documents-document_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a dispute: your side of the sale, once, until `answer_by`
         * @description Answer a dispute: your side of the sale, once, until `answer_by`
         */
        post: operations["post-disputes-id-answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/disputes/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a dispute: the money stays with the payer
         * @description Cannot be undone. The dispute is lost at once; where a payment provider decides, when it says so.
         */
        post: operations["post-disputes-id-accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get figures of the last days: received, pending, refused, fees
         * @description Get figures of the last days: received, pending, refused, fees
         */
        get: operations["get-overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balance/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List by day what the reserve releases and which boletos are expected
         * @description List by day what the reserve releases and which boletos are expected
         */
        get: operations["get-balance-calendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charges/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a charge, oldest first
         * @description List the events of a charge, oldest first
         */
        get: operations["get-charges-id-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is still to come of payments by card, and what has come, soonest first
         * @description List what is still to come of payments by card, and what has come, soonest first
         */
        get: operations["get-receivables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivables/anticipations/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what it costs to have installments paid out now
         * @description Get what it costs to have installments paid out now
         */
        post: operations["post-receivables-anticipations-quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivables/anticipations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have installments paid out now, soonest first
         * @description Have installments paid out now, soonest first
         */
        post: operations["post-receivables-anticipations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the fees that new charges will have
         * @description Get the fees that new charges will have
         */
        get: operations["get-account-fees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charge-imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description List imports, newest first
         */
        get: operations["get-charge-imports"];
        put?: never;
        /**
         * Check a file of charges, row by row, without making any
         * @description Confirm the import within a day to make the charges of the rows without errors.
         */
        post: operations["post-charge-imports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charge-imports/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the charges of a checked import, in the background
         * @description Make the charges of a checked import, in the background
         */
        post: operations["post-charge-imports-id-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charge-imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import, with how far it is
         * @description Get an import, with how far it is
         */
        get: operations["get-charge-imports-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charge-imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of an import with their outcome, in the order of the file
         * @description List the rows of an import with their outcome, in the order of the file
         */
        get: operations["get-charge-imports-id-rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/charge-imports/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the rows of an import with their outcome as CSV
         * @description Export the rows of an import with their outcome as CSV
         */
        get: operations["get-charge-imports-id-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Get a customer
         */
        get: operations["get-customers-id"];
        /**
         * Update a customer; absent fields are unchanged, past charges keep theirs
         * @description Update a customer; absent fields are unchanged, past charges keep theirs
         */
        put: operations["put-customers-id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers, newest first; search results are ordered by name
         * @description List customers, newest first; search results are ordered by name
         */
        get: operations["get-customers"];
        put?: never;
        /**
         * Create a customer; one with the same cpf_cnpj is updated
         * @description Create a customer; one with the same cpf_cnpj is updated
         */
        post: operations["post-customers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description Get a product
         */
        get: operations["get-products-id"];
        /**
         * Update a product; absent fields are unchanged
         * @description Update a product; absent fields are unchanged
         */
        put: operations["put-products-id"];
        post?: never;
        /**
         * Delete a product; past charges keep it
         * @description Delete a product; past charges keep it
         */
        delete: operations["delete-products-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products, newest first
         * @description List products, newest first
         */
        get: operations["get-products"];
        put?: never;
        /**
         * Create a product
         * @description Create a product
         */
        post: operations["post-products"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{id}/splits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the fixed split of a product
         * @description Get the fixed split of a product
         */
        get: operations["get-products-id-splits"];
        /**
         * Set the fixed split of a product
         * @description Set the fixed split of a product
         */
        put: operations["put-products-id-splits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment link
         * @description Get a payment link
         */
        get: operations["get-payment-links-id"];
        /**
         * Update a payment link; absent fields are unchanged
         * @description Update a payment link; absent fields are unchanged
         */
        put: operations["put-payment-links-id"];
        post?: never;
        /**
         * Deactivate a payment link
         * @description Deactivate a payment link
         */
        delete: operations["delete-payment-links-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links, newest first
         * @description List payment links, newest first
         */
        get: operations["get-payment-links"];
        put?: never;
        /**
         * Create a payment link
         * @description Create a payment link
         */
        post: operations["post-payment-links"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List coupons, newest first
         * @description List coupons, newest first
         */
        get: operations["get-coupons"];
        put?: never;
        /**
         * Create a coupon for payment links
         * @description Create a coupon for payment links
         */
        post: operations["post-coupons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/coupons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a coupon
         * @description Get a coupon
         */
        get: operations["get-coupons-id"];
        put?: never;
        post?: never;
        /**
         * Delete a coupon; charges made with it stay as they are
         * @description Delete a coupon; charges made with it stay as they are
         */
        delete: operations["delete-coupons-id"];
        options?: never;
        head?: never;
        /**
         * Update a coupon; absent fields are unchanged, and charges made with it stay as they are
         * @description Update a coupon; absent fields are unchanged, and charges made with it stay as they are
         */
        patch: operations["patch-coupons-id"];
        trace?: never;
    };
    "/api/v1/customers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export customers as a file
         * @description CSV (UTF-8, semicolons, decimal commas) or XLSX. Rows come in the order of the list.
         */
        get: operations["get-customers-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payment-links/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export payment links as a file, newest first
         * @description CSV (UTF-8, semicolons, decimal commas) or XLSX. Rows come in the order of the list.
         */
        get: operations["get-payment-links-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/withdrawals/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export withdrawals as a file, newest first
         * @description CSV (UTF-8, semicolons, decimal commas) or XLSX. Rows come in the order of the list.
         */
        get: operations["get-withdrawals-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your balance
         * @description Get your balance
         */
        get: operations["get-balance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balance/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reserve by day of release
         * @description List the reserve by day of release
         */
        get: operations["get-balance-reserve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of the available balance, newest first
         * @description List changes of the available balance, newest first
         */
        get: operations["get-transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/balance/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the statement, newest first: a sale with its fee, splits and reserve is one entry
         * @description List the statement, newest first: a sale with its fee, splits and reserve is one entry
         */
        get: operations["get-balance-statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the statement as a file, oldest line first, with opening and closing balance
         * @description CSV (UTF-8, semicolons, decimal commas) or OFX 1.0.2. At most 366 days. Default: the last 30 days.
         */
        get: operations["get-transactions-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/automatic-withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get when withdrawals are requested automatically
         * @description Get when withdrawals are requested automatically
         */
        get: operations["get-account-automatic-withdrawals"];
        /**
         * Set when withdrawals to the registered PIX key are requested automatically
         * @description Set when withdrawals to the registered PIX key are requested automatically
         */
        put: operations["put-account-automatic-withdrawals"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List withdrawals, newest first
         * @description List withdrawals, newest first
         */
        get: operations["get-withdrawals"];
        put?: never;
        /**
         * Request a withdrawal; the amount leaves the available balance at once
         * @description Request a withdrawal; the amount leaves the available balance at once
         */
        post: operations["post-withdrawals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a webhook
         * @description Register a webhook
         */
        post: operations["post-unversioned-webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description List webhooks, newest first
         */
        get: operations["get-webhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Register a webhook
         */
        post: operations["post-webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Delete a webhook
         */
        delete: operations["delete-webhooks-id"];
        options?: never;
        head?: never;
        /**
         * Update, pause or resume a webhook
         * @description Update, pause or resume a webhook
         */
        patch: operations["patch-webhooks-id"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Rotate the secret of a webhook
         */
        post: operations["post-webhooks-id-rotate-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description The event has sample data and is marked as a test. It is sent once, also to a paused webhook. The delivery log shows the result.
         */
        post: operations["post-webhooks-id-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description List deliveries, newest first
         */
        get: operations["get-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its attempts
         * @description Get a delivery with its attempts
         */
        get: operations["get-deliveries-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Send a delivery again
         */
        post: operations["post-deliveries-id-redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed deliveries of a time range again
         * @description Send failed deliveries of a time range again
         */
        post: operations["post-deliveries-redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of the account, oldest first
         * @description Events are kept for 90 days unless the installation says otherwise. Without a cursor the list begins with the oldest that is kept. A cursor behind events that were removed unread answers CURSOR_EXPIRED.
         */
        get: operations["get-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts, newest first
         * @description List accounts, newest first
         */
        get: operations["get-admin-accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account, with its balance and the number of its charges
         * @description Get an account, with its balance and the number of its charges
         */
        get: operations["get-admin-accounts-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a pending or blocked account active
         * @description Make a pending or blocked account active
         */
        post: operations["post-admin-accounts-id-approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block an account; it can read but not write
         * @description Block an account; it can read but not write
         */
        post: operations["post-admin-accounts-id-block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/fee-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the fee plan of an account for new charges
         * @description Set the fee plan of an account for new charges
         */
        put: operations["put-admin-accounts-id-fee-plan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the account's own rate limits
         * @description Set the account's own rate limits
         */
        put: operations["put-admin-accounts-id-limits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/pix-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the account's own order of PIX providers
         * @description Set the account's own order of PIX providers
         */
        put: operations["put-admin-accounts-id-pix-providers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/boleto-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the account's own order of boleto providers
         * @description Set the account's own order of boleto providers
         */
        put: operations["put-admin-accounts-id-boleto-providers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/fee-plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fee plans, newest first
         * @description List fee plans, newest first
         */
        get: operations["get-admin-fee-plans"];
        put?: never;
        /**
         * Create a fee plan
         * @description Create a fee plan
         */
        post: operations["post-admin-fee-plans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/fee-plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a fee plan, for new charges of its accounts
         * @description Change a fee plan, for new charges of its accounts
         */
        put: operations["put-admin-fee-plans-id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/named-fee-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give an account a fee plan, for new charges
         * @description Give an account a fee plan, for new charges
         */
        put: operations["put-admin-accounts-id-named-fee-plan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List withdrawals of every account, newest first; without a status the pending ones
         * @description List withdrawals of every account, newest first; without a status the pending ones
         */
        get: operations["get-admin-withdrawals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/withdrawals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a pending withdrawal
         * @description It stays pending while a provider pays it, while it needs the approval of another operator, and, where no provider pays, until its payment by hand is recorded.
         */
        post: operations["post-admin-withdrawals-id-approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/withdrawals/{id}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that an approved withdrawal was paid by hand
         * @description Record that an approved withdrawal was paid by hand
         */
        post: operations["post-admin-withdrawals-id-paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/withdrawals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a pending withdrawal: the amount goes back to the seller
         * @description Reject a pending withdrawal: the amount goes back to the seller
         */
        post: operations["post-admin-withdrawals-id-reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the delivery queue of all accounts
         * @description Get the delivery queue of all accounts
         */
        get: operations["get-admin-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes of every account, newest first
         * @description List disputes of every account, newest first
         */
        get: operations["get-admin-disputes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dispute with what the seller answered
         * @description Get a dispute with what the seller answered
         */
        get: operations["get-admin-disputes-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/disputes/{id}/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document of a seller’s answer
         * @description Download a document of a seller’s answer
         */
        get: operations["get-admin-disputes-id-documents-document_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/disputes/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an open dispute: won gives the money back to the seller, lost does not
         * @description Close an open dispute: won gives the money back to the seller, lost does not
         */
        post: operations["post-admin-disputes-id-close"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what sellers sent to show who they are, oldest first; without a status what waits
         * @description List what sellers sent to show who they are, oldest first; without a status what waits
         */
        get: operations["get-admin-identities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a seller sent, with its account and its reviews
         * @description Get what a seller sent, with its account and its reviews
         */
        get: operations["get-admin-identities-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{id}/documents/{document_id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a document of a seller; the seller’s log says that an operator did
         * @description Open a document of a seller; the seller’s log says that an operator did
         */
        post: operations["post-admin-identities-id-documents-document_id-open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{id}/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document that you have opened
         * @description Download a document that you have opened
         */
        get: operations["get-admin-identities-id-documents-document_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to approve or refuse what a seller sent; another operator confirms it
         * @description Propose to approve or refuse what a seller sent; another operator confirms it
         */
        post: operations["post-admin-identities-id-decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the decision that another operator proposed: the seller is told
         * @description Confirm the decision that another operator proposed: the seller is told
         */
        post: operations["post-admin-identities-id-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/identities/{id}/send-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a proposed decision back, or take your own back: the documents are looked at again
         * @description Send a proposed decision back, or take your own back: the documents are looked at again
         */
        post: operations["post-admin-identities-id-send-back"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs of every account, newest first; without a status the failed ones
         * @description List background jobs of every account, newest first; without a status the failed ones
         */
        get: operations["get-admin-jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{account_id}/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed job now, with a full number of attempts
         * @description Retry a failed job now, with a full number of attempts
         */
        post: operations["post-admin-jobs-account_id-id-retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/ledger/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check every balance against its postings; reads the whole ledger
         * @description Check every balance against its postings; reads the whole ledger
         */
        get: operations["get-admin-ledger-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/ledger/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ledger totals of all accounts
         * @description Get the ledger totals of all accounts
         */
        get: operations["get-admin-ledger-totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List mails of every account that could not be sent, newest first
         * @description List mails of every account that could not be sent, newest first
         */
        get: operations["get-admin-mails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators, newest first
         * @description List operators, newest first
         */
        get: operations["get-admin-operators"];
        put?: never;
        /**
         * Add an operator
         * @description The operator signs in with this e-mail and password and must change the password first. Approvals of the new operator count as yours.
         */
        post: operations["post-admin-operators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an operator; sessions and keys end immediately. You cannot remove yourself
         * @description Remove an operator; sessions and keys end immediately. You cannot remove yourself
         */
        delete: operations["delete-admin-operators-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log of your account, newest first
         * @description List the audit log of your account, newest first
         */
        get: operations["get-audit-log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log of all accounts, newest first
         * @description List the audit log of all accounts, newest first
         */
        get: operations["get-admin-audit-log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Everything held about a person, by CPF or CNPJ, in all accounts (LGPD)
         * @description Everything held about a person, by CPF or CNPJ, in all accounts (LGPD)
         */
        post: operations["post-admin-people-export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person, by CPF or CNPJ, from all accounts (LGPD); amounts and dates stay
         * @description Erase a person, by CPF or CNPJ, from all accounts (LGPD); amounts and dates stay
         */
        post: operations["post-admin-people-erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find charges, customers and accounts of all sellers by an exact key
         * @description Find charges, customers and accounts of all sellers by an exact key
         */
        post: operations["post-admin-search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/charges/{id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a charge of any account: masked, and on record in its audit log
         * @description Open a charge of any account: masked, and on record in its audit log
         */
        post: operations["post-admin-charges-id-open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/customers/{id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a customer of any account: masked, and on record in its audit log
         * @description Open a customer of any account: masked, and on record in its audit log
         */
        post: operations["post-admin-customers-id-open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payment providers with their health
         * @description List the payment providers with their health
         */
        get: operations["get-admin-providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/payout-terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the terms of an account for payouts, its own and those in force
         * @description Get the terms of an account for payouts, its own and those in force
         */
        get: operations["get-admin-accounts-id-payout-terms"];
        /**
         * Set the terms of an account for payouts: providers, keys, and what is sent without approval
         * @description Set the terms of an account for payouts: providers, keys, and what is sent without approval
         */
        put: operations["put-admin-accounts-id-payout-terms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare bank balances with what sellers may withdraw, newest day first
         * @description Compare bank balances with what sellers may withdraw, newest day first
         */
        get: operations["get-admin-coverage"];
        put?: never;
        /**
         * Read the bank balances now and compare them
         * @description Read the bank balances now and compare them
         */
        post: operations["post-admin-coverage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what does not fit the books and needs an operator, newest first
         * @description List what does not fit the books and needs an operator, newest first
         */
        get: operations["get-admin-alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/alerts/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an alert with a note of what it was; it moves no money
         * @description Resolve an alert with a note of what it was; it moves no money
         */
        post: operations["post-admin-alerts-id-resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/payer-refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the refunds of boletos that are not done, oldest first
         * @description List the refunds of boletos that are not done, oldest first
         */
        get: operations["get-admin-payer-refunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/payer-refunds/{id}/paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that the refund of a boleto was paid by hand
         * @description Record that the refund of a boleto was paid by hand
         */
        post: operations["post-admin-payer-refunds-id-paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/payer-refunds/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse the key of a refund that is paid by hand; the payer is asked for another one
         * @description Refuse the key of a refund that is paid by hand; the payer is asked for another one
         */
        post: operations["post-admin-payer-refunds-id-refuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at a seller's dashboard, read only, for at most 30 minutes
         * @description From now on this browser's session reads what a read-only member of the seller's team reads, without contacts of payers, and writes nothing. The seller is notified. For the session of a browser only.
         */
        post: operations["post-admin-accounts-id-view"];
        /**
         * Leave a seller's dashboard
         * @description Leave a seller's dashboard
         */
        delete: operations["delete-admin-accounts-id-view"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/trends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get figures of all sellers by day, and against as many days before
         * @description From sums by day in São Paulo that are at most half a minute behind. The share of disputes and conversion compare what happened in the period, not the same charges.
         */
        get: operations["get-admin-trends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/file-banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the banks that take files, with what waits for the next one
         * @description List the banks that take files, with what waits for the next one
         */
        get: operations["get-admin-file-banks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/file-banks/{name}/remittances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a file of everything that waits for this bank, now
         * @description Make a file of everything that waits for this bank, now
         */
        post: operations["post-admin-file-banks-name-remittances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files for banks and of banks, newest first
         * @description List files for banks and of banks, newest first
         */
        get: operations["get-admin-bank-files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a bank; of a return that is not booked, with the sums that do not add up
         * @description Get a file of a bank; of a return that is not booked, with the sums that do not add up
         */
        get: operations["get-admin-bank-files-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a return says of each title, and what became of it, or would if it were booked now
         * @description List what a return says of each title, and what became of it, or would if it were booked now
         */
        get: operations["get-admin-bank-files-id-lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a bank, byte for byte; the audit log says that you did
         * @description Download a file of a bank, byte for byte; the audit log says that you did
         */
        get: operations["get-admin-bank-files-id-content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files/{id}/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a return that was checked. What another file has booked already is not booked again
         * @description Book a return that was checked. What another file has booked already is not booked again
         */
        post: operations["post-admin-bank-files-id-book"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a payment that was taken for a repetition as another one: the payer paid twice
         * @description Two returns that report a payment of one title, day and amount may mean one payment or two: only the statement of the account says which. The charge gives the second one back to its payer.
         */
        post: operations["post-admin-bank-files-id-payments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/bank-files/{id}/sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that you have handed a file to its bank
         * @description Record that you have handed a file to its bank
         */
        post: operations["post-admin-bank-files-id-sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the days by provider and kind, newest first, as they were compared with its list
         * @description List the days by provider and kind, newest first, as they were compared with its list
         */
        get: operations["get-admin-reconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reconciliation/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reconciled day with its totals
         * @description Get a reconciled day with its totals
         */
        get: operations["get-admin-reconciliation-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reconciliation/{id}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what does not match on a day
         * @description List what does not match on a day
         */
        get: operations["get-admin-reconciliation-id-differences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reconciliation/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a day again, within seconds
         * @description Compare a day again, within seconds
         */
        post: operations["post-admin-reconciliation-id-run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/reconciliation/differences/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a difference with a note of what it is; it moves no money
         * @description Resolve a difference with a note of what it is; it moves no money
         */
        post: operations["post-admin-reconciliation-differences-id-resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your latest API requests, newest first
         * @description Kept for seven days unless the installation says otherwise, at most 10,000 requests, and at most the last 50 of one second. Requests of the dashboard are not included.
         */
        get: operations["get-requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what your payers and you are sent mails about
         * @description Get what your payers and you are sent mails about
         */
        get: operations["get-account-notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what your payers and you are sent mails about
         * @description A field that is absent stays as it is; sender_name and reply_to are cleared by null.
         */
        patch: operations["patch-account-notifications"];
        trace?: never;
    };
    "/api/v1/charges/{id}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a charge to its payer by e-mail; a paid one as its receipt
         * @description At most 3 times an hour and 6 times a day for each charge. Without `email` it goes to the address of the charge’s customer. See GET /mails for what became of it.
         */
        post: operations["post-charges-id-mails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/charges/{id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: pay a charge
         * @description Sandbox: pay a charge
         */
        post: operations["post-sandbox-charges-id-pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/charges/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: refuse a card charge
         * @description Sandbox: refuse a card charge
         */
        post: operations["post-sandbox-charges-id-refuse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/charges/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: expire a charge
         * @description Sandbox: expire a charge
         */
        post: operations["post-sandbox-charges-id-expire"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/charges/{id}/overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: make a boleto overdue
         * @description Sandbox: make a boleto overdue
         */
        post: operations["post-sandbox-charges-id-overdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/charges/{id}/chargeback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: open a dispute (chargeback)
         * @description Sandbox: open a dispute (chargeback)
         */
        post: operations["post-sandbox-charges-id-chargeback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/charges/{id}/med": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: open a dispute (med)
         * @description Sandbox: open a dispute (med)
         */
        post: operations["post-sandbox-charges-id-med"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/disputes/{id}/win": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: close the dispute as won
         * @description Sandbox: close the dispute as won
         */
        post: operations["post-sandbox-disputes-id-win"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/disputes/{id}/lose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: close the dispute as lost
         * @description Sandbox: close the dispute as lost
         */
        post: operations["post-sandbox-disputes-id-lose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/withdrawals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: approve a withdrawal
         * @description Sandbox: approve a withdrawal
         */
        post: operations["post-sandbox-withdrawals-id-approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/withdrawals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: reject a withdrawal
         * @description Sandbox: reject a withdrawal
         */
        post: operations["post-sandbox-withdrawals-id-reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/withdrawals/{id}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sandbox: the bank returns a paid withdrawal, or a part of it
         * @description Sandbox: the bank returns a paid withdrawal, or a part of it
         */
        post: operations["post-sandbox-withdrawals-id-return"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the clock of the gateway
         * @description Get the clock of the gateway
         */
        get: operations["get-sandbox-clock"];
        put?: never;
        /**
         * Move the clock forward; answers after everything due by then has run
         * @description Move the clock forward; answers after everything due by then has run
         */
        post: operations["post-sandbox-clock"];
        /**
         * Reset the clock to real time
         * @description Reset the clock to real time
         */
        delete: operations["delete-sandbox-clock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sandbox: list the mails of your account in the outbox
         * @description Empty where GUICHE_SMTP_URL is set: mails are then sent, and shown without their links in /mails.
         */
        get: operations["get-sandbox-mails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/mails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sandbox: get a mail of the outbox, with its text and link
         * @description Sandbox: get a mail of the outbox, with its text and link
         */
        get: operations["get-sandbox-mails-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the test cards
         * @description List the test cards
         */
        get: operations["get-sandbox-cards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file: the body is its bytes
         * @description Upload a file: the body is its bytes
         */
        post: operations["post-files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/file-banks/{name}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a return of this bank: it is read and shown, and books nothing yet
         * @description A damaged file is refused with the line and the positions. The same bytes again are the same file.
         */
        post: operations["post-admin-file-banks-name-returns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    payment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A change of a charge, sent to registered webhooks
         * @description A change of a charge, sent to registered webhooks
         */
        post: operations["webhook-payment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    withdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The decision on a withdrawal, or money of it that came back, sent to registered webhooks
         * @description The decision on a withdrawal, or money of it that came back, sent to registered webhooks
         */
        post: operations["webhook-withdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    dispute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute, sent to registered webhooks
         * @description A dispute, sent to registered webhooks
         */
        post: operations["webhook-dispute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    postback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A change of a charge, sent to its postback_url. It is not signed: read the charge before you trust it
         * @description A change of a charge, sent to its postback_url. It is not signed: read the charge before you trust it
         */
        post: operations["postback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptInvitation: {
            /** @description What stands after # in the link */
            token: string;
            name: string;
            password: string;
            /** @description For browsers: the token comes as a cookie, not in the body */
            cookie?: boolean;
        };
        Account: {
            /** @enum {string} */
            object: "account";
            id: string;
            name: string;
            email: string;
            /** @description CPF (individual) or CNPJ (company), no punctuation */
            document: string;
            person_type: components["schemas"]["PersonType"];
            phone: string | null;
            account_status: components["schemas"]["AccountStatus"];
            identity_verified: boolean;
            payment_provider: string;
            payout_pix_key: string | null;
            page_name: string | null;
            page_color: string | null;
            language: ("pt" | "en") | null;
            address: components["schemas"]["Address"] | null;
            contact_email: string | null;
            contact_phone: string | null;
            contact_whatsapp: string | null;
            /** Format: date-time */
            created_at: string;
            fee_plan_name: string | null;
            /** @description Whether a link sent to the e-mail address was opened */
            email_verified: boolean;
        };
        AccountFeePlan: {
            id: string;
            name: string;
            /** @description The account has terms of its own instead */
            has_own_fees: boolean;
        };
        /** @enum {unknown} */
        AccountStatus: "active" | "pending" | "blocked";
        AccountView: {
            /** @enum {string} */
            object: "account_view";
            id: string;
            /** @description The seller */
            account_id: string;
            account_name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        Address: {
            /** @description CEP: eight digits; a request may send 01310-100 */
            postal_code: string;
            street: string;
            /** @description s/n for none */
            number: string;
            complement?: string | null;
            district: string;
            city: string;
            /** @description UF: AC, AL, AM, AP, BA, CE, DF, ES, GO, MA, MG, MS, MT, PA, PB, PE, PI, PR, RJ, RN, RO, RR, RS, SC, SE, SP, TO */
            state: string;
        };
        AdvanceClock: {
            advance_seconds?: number;
            advance_days?: number;
        };
        Alert: {
            /** @enum {string} */
            object: "alert";
            id: string;
            /** @description What a bank said that does not fit the books, or coverage_low: the banks hold too little */
            kind: components["schemas"]["AlertKind"];
            account_id: string | null;
            account_name: string | null;
            withdrawal_id: string | null;
            charge_id: string | null;
            provider: string | null;
            amount: number | null;
            detail: string | null;
            state: components["schemas"]["AlertState"];
            resolved_by: ("operator" | "gateway") | null;
            resolver_email: string | null;
            note: string | null;
            resolved_at: string | null;
            /** Format: date-time */
            raised_at: string;
            over_at: string | null;
        };
        /** @enum {unknown} */
        AlertKind: "payout_paid_after_rejection" | "payout_failed_after_payment" | "payout_returned_too_much" | "payout_not_found" | "payout_unclear" | "payout_other_owner" | "payer_refund_returned" | "refund_made_after_failure" | "refund_not_in_books" | "return_failed" | "coverage_low";
        AlertList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Alert"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        AlertNote: {
            note: string;
        };
        /** @enum {unknown} */
        AlertState: "open" | "resolved";
        AnswerDispute: {
            text: string;
            /** @description Ids of files uploaded with the purpose dispute_document */
            documents?: string[];
        };
        Anticipation: {
            id: string;
            /** @enum {string} */
            object: "anticipation";
            /** @description Of the installments */
            amount: number;
            fee: number;
            /** @description Of what is paid out: held in the reserve */
            reserve_amount: number;
            /** @description What becomes available now */
            net_amount: number;
            /** @description By days of a month of 30 */
            monthly_percent: number;
            installments_count: number;
        };
        AnticipationQuote: {
            /** @enum {string} */
            object: "anticipation_quote";
            /** @description Of the installments */
            amount: number;
            fee: number;
            /** @description Of what is paid out: held in the reserve */
            reserve_amount: number;
            /** @description What becomes available now */
            net_amount: number;
            /** @description By days of a month of 30 */
            monthly_percent: number;
            installments_count: number;
        };
        ApiKey: {
            id: string;
            name: string;
            api_key: string;
            status: string;
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            scopes: components["schemas"]["KeyScope"][] | null;
            allowed_ips: string[] | null;
            expires_at: string | null;
        };
        ApiKeyList: {
            keys: components["schemas"]["ApiKey"][];
            total: number;
            has_more: boolean;
        };
        ApproveAccount: {
            /** @description On live rails only the review of documents sets it */
            identity_verified?: boolean;
            /** @description Needed on live rails while the identity is not verified; for operators only */
            reason?: string | null;
        };
        ApproveWithdrawal: {
            /** @description Number of approvals you saw; refused if it has changed since */
            approvals_seen?: number;
        };
        /** @enum {unknown} */
        Asked: "no" | "optional" | "required";
        AssignFeePlan: {
            fee_plan_id: string | null;
        };
        AuditActor: {
            /** @enum {unknown} */
            kind: "user" | "api_key" | "system";
            user_id: string | null;
            email: string | null;
            name: string | null;
            key_id: string | null;
            key_name: string | null;
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            created_at: string;
            /** @description What was done, e.g. api_key.created */
            action: string;
            /** @description Account whose log has this entry */
            account_id: string;
            account_name: string | null;
            actor: components["schemas"]["AuditActor"];
            target: components["schemas"]["AuditTarget"] | null;
            /** @description Secrets and keys are masked */
            details: {
                [key: string]: unknown;
            };
            address: string | null;
            user_agent: string | null;
            request_id: string | null;
        };
        AuditEntryList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["AuditEntry"][];
            total: number | null;
            has_more: boolean;
            next_cursor: string | null;
        };
        AuditTarget: {
            kind: string;
            id: string;
        };
        AutomaticWithdrawals: {
            /** @enum {string} */
            object: "automatic_withdrawals";
            /**
             * @description daily and weekly: at 9:00 in São Paulo; above: looked at every hour, at most one a day; off: none
             * @enum {unknown}
             */
            frequency: "off" | "daily" | "weekly" | "above";
            weekday: ("sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
            above_amount: number | null;
            /** @description Left in the available balance */
            keep_amount: number;
            next_at: string | null;
            last: components["schemas"]["LastAutomaticWithdrawal"] | null;
        };
        Balance: {
            /** @enum {string} */
            object: "balance";
            /** @description May be withdrawn at any time */
            available: number;
            /** @description Held by the security reserve */
            reserved: number;
            /** @description available plus reserved */
            total: number;
            /** @description Paid by card and still to come; not part of the total */
            receivable: number;
        };
        BalanceCalendar: {
            /** @enum {string} */
            object: "balance_calendar";
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** @description The whole reserve, also of other days */
            reserved: number;
            /** @description Released within these days */
            reserve: components["schemas"]["CountAndAmount"];
            /** @description Open boletos expected within these days: they may or may not be paid */
            boletos: components["schemas"]["CountAndAmount"];
            /** @description Of payments by card, to come within these days */
            cards: components["schemas"]["CountAndAmount"];
            /** @description Boletos past their due date that may still be paid, whenever they were due */
            overdue: components["schemas"]["CountAndAmount"];
            /** @description Days with at least one of them */
            data: components["schemas"]["CalendarDay"][];
        };
        BalanceSummary: {
            /** @description May be withdrawn at any time */
            available: number;
            /** @description Held by the security reserve */
            reserved: number;
            /** @description available plus reserved */
            total: number;
            /** @description Paid by card and still to come; not part of the total */
            receivable: number;
        };
        BankBalance: {
            provider: string;
            available: number | null;
            reason: string | null;
            read_at: string | null;
            unread_for_a_day: boolean;
        };
        BankFees: {
            days: number;
            /** @description Payments of boletos in these days */
            boletos: number;
            /** @description What the bank kept for them, as far as it has said */
            total: number;
        };
        BankFile: {
            /** @enum {string} */
            object: "bank_file";
            id: string;
            bank: string;
            direction: components["schemas"]["BankFileDirection"];
            number: number | null;
            name: string;
            /** @description A remittance is made, then sent. A return is checked, then booked; failed: it could not be read */
            status: components["schemas"]["BankFileStatus"];
            problem: string | null;
            sha256: string;
            size: number;
            titles: number;
            /** @description Nominal value of its titles */
            total: number;
            paid_count: number;
            /** @description Paid by payers; of a checked return: what booking it would record */
            paid: number;
            /** @description What the bank keeps */
            fees: number;
            /** @description Lines that a person has to look at */
            open_count: number;
            /** Format: date-time */
            created_at: string;
            ended_at: string | null;
            content_removed_at: string | null;
        };
        BankFileDetail: {
            /** @enum {string} */
            object: "bank_file";
            id: string;
            bank: string;
            direction: components["schemas"]["BankFileDirection"];
            number: number | null;
            name: string;
            /** @description A remittance is made, then sent. A return is checked, then booked; failed: it could not be read */
            status: components["schemas"]["BankFileStatus"];
            problem: string | null;
            sha256: string;
            size: number;
            titles: number;
            /** @description Nominal value of its titles */
            total: number;
            paid_count: number;
            /** @description Paid by payers; of a checked return: what booking it would record */
            paid: number;
            /** @description What the bank keeps */
            fees: number;
            /** @description Lines that a person has to look at */
            open_count: number;
            /** Format: date-time */
            created_at: string;
            ended_at: string | null;
            content_removed_at: string | null;
            /** @description Sums of a checked return that do not add up; booking it needs accept_different_sums */
            differences: components["schemas"]["BankFileDifference"][];
        };
        BankFileDifference: {
            line: number;
            field: string;
            /** @description By the trailer, in cents or as a count */
            stated: string;
            counted: string;
        };
        /** @enum {unknown} */
        BankFileDirection: "remittance" | "return";
        BankFileLine: {
            /** @enum {string} */
            object: "bank_file_line";
            line: number;
            our_number: string;
            charge_id: string | null;
            /** @description The bank's code */
            movement: string;
            outcome: components["schemas"]["BankFileOutcome"];
            problem: components["schemas"]["BankFileProblem"] | null;
            reasons: components["schemas"]["BankReason"][];
            /** @description Nominal value */
            amount: number;
            /** @description Paid by the payer */
            paid: number;
            /** @description Credited by the bank */
            credited: number;
            /** @description Kept by the bank */
            fee: number;
            occurred_on: string | null;
            credited_on: string | null;
        };
        BankFileLineList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["BankFileLine"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        BankFileList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["BankFile"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        BankFileOutcome: "registered" | "refused" | "paid" | "written_off" | "changed" | "instruction_refused" | "fee" | "noted" | "repeated" | "unknown_title" | "problem";
        /** @enum {unknown} */
        BankFileProblem: "other_reference" | "other_amount" | "no_amount" | "unknown_movement" | "no_charge";
        /** @enum {unknown} */
        BankFileStatus: "made" | "sent" | "checked" | "booked" | "failed";
        BankReason: {
            code: string;
            text_pt: string | null;
            text_en: string | null;
        };
        /** @enum {unknown} */
        BillingType: "PIX" | "CREDIT_CARD" | "BOLETO" | "UNDEFINED";
        /** @enum {unknown} */
        BoletoStatus: "registering" | "registered" | "refused";
        BookBankFile: {
            /** @description You have looked: book it although sums of its trailer do not add up */
            accept_different_sums?: boolean;
        };
        BookSecondPayment: {
            /** @description Of the file, as its lines are listed */
            line: number;
            reason: string;
        };
        Branding: {
            /** @enum {string} */
            object: "branding";
            page_name: string | null;
            page_color: string | null;
            logo_file_id: string | null;
            logo_url: string | null;
            checkout_message: string | null;
            receipt_message: string | null;
        };
        CalendarDay: {
            /**
             * Format: date
             * @description A day in São Paulo
             */
            date: string;
            /** @description Released from the reserve */
            reserve: components["schemas"]["CountAndAmount"];
            /** @description Installments of payments by card */
            cards: components["schemas"]["CountAndAmount"];
            /** @description Open boletos whose payment arrives by this day, the banking day after they are due */
            boletos: components["schemas"]["CountAndAmount"];
        };
        /** @enum {unknown} */
        CancelCause: "cancelled" | "expired" | "written_off" | "ended_by_bank";
        CaptureCharge: {
            amount?: number | null;
        };
        /** @enum {unknown} */
        CardAttemptStatus: "running" | "challenge" | "approved" | "refused" | "authorised" | "capturing" | "voiding" | "voided";
        CardAuthentication: {
            version: string;
            eci: string;
            cavv?: string | null;
            xid?: string | null;
            directory_server_id?: string | null;
            acquirer_reference?: string | null;
        };
        CardAuthorization: {
            /** @description authorized: held on the card; capturing, voiding: the acquirer has not answered yet; voided: let go */
            status: components["schemas"]["CardAuthorizationStatus"];
            /** @description What is or was held, interest paid by the payer included */
            value: number;
            captured_value?: number;
            installments: number;
            card: components["schemas"]["ChargeCard"];
            /** Format: date-time */
            capture_until: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {unknown} */
        CardAuthorizationStatus: "authorized" | "capturing" | "captured" | "voiding" | "voided";
        /** @enum {unknown} */
        CardBrand: "elo" | "hipercard" | "amex" | "diners" | "mastercard" | "visa";
        CardConsent: {
            text: string;
            version?: string | null;
            /** @description The payer agreed to be charged without being there */
            merchant_initiated?: boolean;
        };
        /** @enum {unknown} */
        CardConsentBy: "payer" | "seller";
        CardConsentOnRecord: {
            /** @description What the payer was shown */
            text: string;
            version: string | null;
            /** @description payer: agreed to on the gateway's page; seller: on the seller's, who says so */
            by: components["schemas"]["CardConsentBy"];
            /** @description The seller may charge the card without the payer */
            merchant_initiated: boolean;
            /** Format: date-time */
            given_at: string;
        };
        /** @enum {unknown} */
        CardInitiator: "payer" | "merchant";
        CardInput: {
            token?: string | null;
            brand?: components["schemas"]["CardBrand"] | null;
            last_four?: string | null;
            holder: string;
            document?: string | null;
            number?: string | null;
            exp_month?: number | null;
            exp_year?: number | null;
            cvv?: string | null;
        };
        CardPayment: {
            id: string;
            /** @description processing: the acquirer has not answered yet, and events say how it ends; challenge: the payer confirms at the bank first */
            status: components["schemas"]["CardPaymentStatus"];
            card: components["schemas"]["ChargeCard"];
            installments: number;
            refusal?: components["schemas"]["CardRefusal"];
            /** @description Lead the payer there: the page goes on to the bank, and comes back */
            challenge_url?: string;
        };
        /** @enum {unknown} */
        CardPaymentStatus: "processing" | "challenge" | "approved" | "authorized" | "refused" | "voided";
        CardRefusal: {
            reason: components["schemas"]["CardRefusalReason"];
            /** @description The issuer's or acquirer's own */
            code: string | null;
            /** @description never: this card is not sent again for this charge */
            retry: components["schemas"]["CardRetry"];
        };
        /** @enum {unknown} */
        CardRefusalReason: "insufficient_funds" | "invalid_data" | "expired_card" | "issuer_refused" | "suspected_fraud" | "authentication_failed" | "not_processed";
        /** @enum {unknown} */
        CardRetry: "now" | "later" | "never";
        /** @enum {unknown} */
        CardSettlement: "instant" | "installments" | "d1";
        ChangeApiKey: {
            name?: string;
            scopes?: components["schemas"]["KeyScope"][] | null;
            allowed_ips?: string[] | null;
            expires_at?: string | null;
        };
        ChangeBranding: {
            page_name?: string | null;
            page_color?: string | null;
            logo_file_id?: string | null;
            checkout_message?: string | null;
            receipt_message?: string | null;
        };
        ChangeFeePlan: {
            name: string;
            /** @description 0 to 100, at most two decimals */
            percent: number;
            /** @description Reais per charge */
            fixed: number;
            reserve_percent: number;
            reserve_days: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement?: components["schemas"]["CardSettlement"];
            anticipation_percent?: number | null;
            /** @description The values you saw; refused if any has changed since */
            expected?: components["schemas"]["ExpectedNamedFeePlan"];
        };
        ChangeLinkAsks: {
            phone?: components["schemas"]["Asked"];
            address?: components["schemas"]["Asked"];
            /** @description How many units one payer may buy; default 1. The value is that of one unit */
            max_quantity?: number;
            /** @description The seller's own questions */
            questions?: components["schemas"]["ChangeLinkQuestion"][];
        };
        ChangeLinkQuestion: {
            label: string;
            /** @description default false */
            required?: boolean;
            /** @description Answers to choose from; absent or empty: the payer writes the answer */
            options?: string[];
        };
        ChangeNotificationSettings: {
            /** @description A boleto, to its payer, when it is issued */
            boleto_to_payer?: boolean;
            /** @description Any other new charge, to its payer; not those of a payment link */
            charge_to_payer?: boolean;
            /** @description An unpaid boleto, to its payer, on reminder_days */
            reminders_to_payer?: boolean;
            /** @description The receipt of a payment, to its payer */
            receipt_to_payer?: boolean;
            /** @description A refund, to its payer */
            refund_to_payer?: boolean;
            /** @description Each payment, to you; beyond ten in an hour, one mail for the others of that hour */
            payments_to_seller?: boolean;
            /** @description Each refund, to you */
            refunds_to_seller?: boolean;
            /** @description A dispute that is opened or decided, to you */
            disputes_to_seller?: boolean;
            /** @description A withdrawal that is requested, paid or rejected, to you */
            withdrawals_to_seller?: boolean;
            /** @description Days after the due date, before it below zero: any of -10, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 15, 30 */
            reminder_days?: number[];
            sender_name?: string | null;
            reply_to?: string | null;
        };
        ChangePassword: {
            current_password: string;
            new_password: string;
        };
        ChangeTeamMember: {
            /** @description What a member of the team may do */
            role: components["schemas"]["TeamRole"];
        };
        Charge: {
            id: string;
            /** @enum {string} */
            object: "charge";
            billing_type: components["schemas"]["BillingType"];
            status: components["schemas"]["ChargeStatus"];
            value: number;
            net_value: number | null;
            platform_fee: number;
            reserve_amount?: number;
            /** @description Part of reserve_amount that is still held */
            reserve_held?: number;
            paid_value?: number | null;
            refunded_amount: number;
            /** @description Held for refunds that are not confirmed yet */
            refunding_amount?: number;
            /** @description Amount that can still be refunded */
            refundable_amount?: number;
            /** @description Held by open disputes or taken by lost ones; absent when zero */
            disputed_amount?: number;
            /** @description Of a charge of which disputes hold (open) or took (lost) something; absent otherwise */
            dispute_status?: components["schemas"]["ChargeDisputeStatus"];
            /** @description Of a CANCELLED charge: by the seller, by its expiry, written off as a boleto, or refused or cancelled by the bank of its boleto */
            cancel_cause?: components["schemas"]["CancelCause"];
            description: string | null;
            external_reference: string | null;
            payment_date: string | null;
            /** Format: date-time */
            created_at: string;
            pix?: components["schemas"]["ChargePix"];
            payment_url?: string;
            checkout_url?: string;
            charge_id?: number;
            boleto?: components["schemas"]["ChargeBoleto"];
            card?: components["schemas"]["ChargeCard"];
            /**
             * @description Captured later, by POST /charges/{id}/capture; absent otherwise
             * @enum {boolean}
             */
            capture?: false;
            authorization?: components["schemas"]["CardAuthorization"];
            card_payment?: components["schemas"]["CardPayment"];
            installments?: number | null;
            max_installments?: number;
            /** @description Who pays for installments: the seller by the fee, or the payer by a larger total; default seller */
            installment_interest?: components["schemas"]["InstallmentInterest"];
            /** @description What the payer paid for installments; absent when nothing */
            interest_amount?: number;
            has_split?: boolean;
            split?: components["schemas"]["Split"][];
            customer?: components["schemas"]["ChargeCustomer"] | null;
            customer_id: string | null;
            product_id: string | null;
            /**
             * @description Paid although no unit of its product was left; absent otherwise
             * @enum {boolean}
             */
            oversold?: true;
            payment_link_id: string | null;
            purchase?: components["schemas"]["Purchase"];
            metadata: {
                [key: string]: string;
            } | null;
            success_url: string | null;
            postback_url: string | null;
            refunds?: components["schemas"]["Refund"][];
            returned_payments?: components["schemas"]["ReturnedPayment"][];
            /** @description What is accepted and yet probably not meant; absent where there is nothing to say */
            warnings?: components["schemas"]["Warning"][];
        };
        ChargeBoleto: {
            /** @description registering: the bank has been asked, and it cannot be paid yet; registered: it can be paid; refused: the bank refused or cancelled it */
            status: components["schemas"]["BoletoStatus"];
            /** @description Of a refused one: why, in the words of the bank */
            reason?: string;
            barcode: string | null;
            digitable_line: string | null;
            due_date: string;
            due_date_change?: components["schemas"]["DueDateChange"];
            our_number: string;
            url: string;
            pdf_url: string;
            fine: components["schemas"]["Percent"] | null;
            interest: components["schemas"]["Percent"] | null;
            discount: components["schemas"]["Discount"] | null;
            /** @description Days after due_date at which it is written off */
            cancel_after_days: number;
        };
        ChargeCard: {
            brand: string;
            last_four: string;
        };
        ChargeCounts: {
            /** @enum {string} */
            object: "charge_counts";
            total: number;
            by_status: components["schemas"]["CountsByStatus"];
        };
        ChargeCustomer: {
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
            address: components["schemas"]["Address"] | null;
        };
        /** @enum {unknown} */
        ChargeDisputeStatus: "open" | "lost";
        ChargeFeePlan: {
            percent: number;
            /** @description Reais */
            fixed: number;
            reserve_percent: number;
            reserve_days: number;
        };
        ChargeImport: {
            /** @enum {string} */
            object: "charge_import";
            id: string;
            file_name: string;
            status: components["schemas"]["ChargeImportStatus"];
            rows_count: number;
            /** @description Rows that become charges once the import is confirmed */
            ready_count: number;
            /** @description Rows with errors, which are left out */
            refused_count: number;
            /** @description Charges made so far */
            made_count: number;
            /** @description Rows that were refused when their charge was to be made */
            failed_count: number;
            /** @description Sum of the rows without errors */
            value: number;
            /** Format: date-time */
            created_at: string;
            confirmed_at: string | null;
            finished_at: string | null;
        };
        ChargeImportError: {
            field: string;
            message: string;
        };
        ChargeImportList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ChargeImport"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        ChargeImportRow: {
            /** @description Where the row begins in the file; the column names are line 1 */
            line: number;
            status: components["schemas"]["ChargeImportRowStatus"];
            value: number | null;
            errors: components["schemas"]["ChargeImportError"][];
            charge_id: string | null;
        };
        ChargeImportRowList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ChargeImportRow"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        ChargeImportRowStatus: "ready" | "refused" | "made" | "failed";
        /** @enum {unknown} */
        ChargeImportStatus: "checked" | "running" | "done" | "expired";
        ChargeLedger: {
            /** @enum {string} */
            object: "charge_ledger";
            charge_id: string;
            postings: components["schemas"]["LedgerPosting"][];
            /** @description Sum of the movements of each bucket of the owner */
            totals: {
                [key: string]: number;
            };
        };
        ChargeList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ChargeSummary"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
            /**
             * @description There are more than total: a search found too many to count
             * @enum {boolean}
             */
            total_is_minimum?: true;
        };
        ChargeMailResult: {
            success: boolean;
            kind: components["schemas"]["MailKind"];
            /** @description Masked: the first letter and the domain */
            to: string;
            message: string;
        };
        ChargePix: {
            txid: string;
            /**
             * Format: data-uri
             * @description data:image/png;base64,…
             */
            qr_code: string;
            copy_paste: string;
            /**
             * Format: date-time
             * @description Of a boleto whose terms change what is owed: until when the amount in the code is right
             */
            expires_at: string;
            /** @description Provider that issued the code */
            provider: string;
            /** @description End-to-end id of the PIX payment (e2eid), once paid */
            end_to_end_id?: string;
        };
        /** @enum {unknown} */
        ChargeStatus: "PENDING" | "RECEIVED" | "REFUSED" | "REFUNDED" | "CANCELLED" | "OVERDUE";
        ChargeSummary: {
            id: string;
            /** @enum {string} */
            object: "charge";
            billing_type: string;
            status: string;
            value: number;
            net_value: number | null;
            paid_value: number | null;
            description: string | null;
            external_reference: string | null;
            customer_id: string | null;
            customer_name: string | null;
            payment_link_id: string | null;
            payment_date: string | null;
            /** Format: date-time */
            created_at: string;
            refunded_amount: number;
            /** @description Of a charge of which disputes hold (open) or took (lost) something; absent otherwise */
            dispute_status?: components["schemas"]["ChargeDisputeStatus"];
            /** @description Of a CANCELLED charge: by the seller, by its expiry, written off as a boleto, or refused or cancelled by the bank of its boleto */
            cancel_cause?: components["schemas"]["CancelCause"];
        };
        CheckLink: {
            /** @description The kind of the mail */
            purpose: components["schemas"]["LinkPurpose"];
            /** @description What stands after # in the link */
            token: string;
        };
        CheckedInvitation: {
            success: boolean;
            account_name: string;
            /** @description The address that was invited */
            email: string;
            /** @description What a member of the team may do */
            role: components["schemas"]["TeamRole"];
            /** Format: date-time */
            expires_at: string;
        };
        CheckedLink: {
            success: boolean;
            /** @description The kind of the mail */
            purpose: components["schemas"]["LinkPurpose"];
            /** @description The address that the mail was sent to */
            email: string;
            /** @description Whether the address is confirmed already */
            email_verified: boolean;
            /**
             * Format: date-time
             * @description In real time, also if the sandbox clock was moved
             */
            expires_at: string;
        };
        Clock: {
            /** @enum {string} */
            object: "clock";
            now: string;
            offset_seconds: number;
        };
        CloseDispute: {
            /** @enum {unknown} */
            outcome: "won" | "lost";
        };
        ConfirmIdentity: {
            password?: string;
            /** @description The six digits of the authenticator app, or a recovery code */
            code?: string;
        };
        ConfirmIdentityDecision: {
            /** @description The proposal you saw */
            proposal_id: string;
        };
        ConfirmTwoFactor: {
            /** @description The six digits of the authenticator app, or a recovery code */
            code: string;
        };
        /** @enum {unknown} */
        ConfirmedBy: "acquirer" | "calendar";
        CountAndAmount: {
            count: number;
            amount: number;
        };
        CountsByStatus: {
            PENDING: number;
            RECEIVED: number;
            REFUSED: number;
            REFUNDED: number;
            CANCELLED: number;
            OVERDUE: number;
        };
        Coupon: {
            /** @enum {string} */
            object: "coupon";
            id: string;
            /** @description As you wrote it; payers may type it in any case */
            code: string;
            percent: number | null;
            amount: number | null;
            min_value: number | null;
            max_uses: number | null;
            /** @description Paid charges with it */
            used_count: number;
            /** @description Open charges with it; each holds a use until it is paid or ends */
            held_count: number;
            valid_from: string | null;
            valid_until: string | null;
            payment_link_id: string | null;
            /** @description Whether you have switched it on */
            active: boolean;
            /** @description active: a payer can use it now; scheduled: valid_from is to come; ended: valid_until has passed; used_up: max_uses are paid or held; inactive: switched off */
            status: components["schemas"]["CouponStatus"];
            /** Format: date-time */
            created_at: string;
        };
        CouponList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Coupon"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
            /**
             * @description There are more than total: a search found too many to count
             * @enum {boolean}
             */
            total_is_minimum?: true;
        };
        /** @enum {unknown} */
        CouponStatus: "active" | "scheduled" | "ended" | "used_up" | "inactive";
        CoverageDay: {
            /** @enum {string} */
            object: "coverage_day";
            /**
             * Format: date
             * @description In São Paulo
             */
            day: string;
            /** Format: date-time */
            measured_at: string;
            /** @description What sellers may withdraw; debts of sellers do not lessen it */
            available: number;
            /** @description Withdrawals that have not ended */
            in_withdrawals: number;
            /** @description Of those: at a bank, which may have taken the money already */
            sending: number;
            /** @description available + in_withdrawals − sending: what the banks must cover */
            owed: number;
            /** @description What sellers may withdraw later; not part of owed */
            reserved: number;
            bank_balance: number | null;
            covered: boolean | null;
            banks: components["schemas"]["BankBalance"][];
        };
        CoverageList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["CoverageDay"][];
        };
        CreateAnticipation: {
            /** @description Reais of the installments; absent: all of them */
            amount?: number;
            /** @description Refused if it costs more */
            max_fee?: number;
        };
        CreateApiKey: {
            name?: string;
            scopes?: components["schemas"]["KeyScope"][] | null;
            allowed_ips?: string[] | null;
            expires_at?: string | null;
        };
        CreateCharge: {
            billing_type: components["schemas"]["BillingType"];
            /** @description Reais, at most two decimals */
            value: number;
            description?: string | null;
            customer?: components["schemas"]["CreateChargeCustomer"] | null;
            customer_id?: string | null;
            external_reference?: string | null;
            postback_url?: string | null;
            callback_url?: string | null;
            success_url?: string | null;
            split?: components["schemas"]["SplitItem"][] | null;
            product_id?: string | null;
            installments?: number | null;
            max_installments?: number | null;
            installment_interest?: components["schemas"]["InstallmentInterest"] | null;
            capture?: boolean | null;
            expires_in?: number | null;
            metadata?: {
                [key: string]: string;
            } | null;
            due_date?: string | null;
            fine?: components["schemas"]["Percent"] | null;
            interest?: components["schemas"]["Percent"] | null;
            discount?: components["schemas"]["Discount"] | null;
            cancel_after_days?: number | null;
            card?: components["schemas"]["CardInput"] | null;
            card_id?: string | null;
            initiated_by?: components["schemas"]["CardInitiator"] | null;
            save_card?: boolean | null;
            consent?: components["schemas"]["CardConsent"] | null;
            authentication?: components["schemas"]["CardAuthentication"] | null;
            payer_ip?: string | null;
            device_session?: string | null;
        };
        CreateChargeCustomer: {
            name: string;
            email?: string | null;
            cpf_cnpj?: string | null;
            phone?: string | null;
            address?: components["schemas"]["Address"] | null;
        };
        CreateChargeImport: {
            /** @description The text of the file. First line: column names, such as forma de pagamento;valor;descrição;referência;vencimento;parcelas;cliente;e-mail;cpf/cnpj;telefone. At most 5,000 rows */
            csv: string;
            file_name?: string | null;
        };
        CreateCoupon: {
            /** @description 2 to 40 letters without accents, digits, - or _; unique in the account, whatever the case */
            code: string;
            percent?: number | null;
            amount?: number | null;
            min_value?: number | null;
            max_uses?: number | null;
            valid_from?: string | null;
            valid_until?: string | null;
            payment_link_id?: string | null;
            /** @description default true */
            active?: boolean;
        };
        CreateCustomer: {
            name: string;
            email?: string | null;
            cpf_cnpj?: string | null;
            phone?: string | null;
            address?: components["schemas"]["Address"] | null;
        };
        CreateFeePlan: {
            name: string;
            /** @description 0 to 100, at most two decimals */
            percent: number;
            /** @description Reais per charge */
            fixed: number;
            reserve_percent: number;
            reserve_days: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement?: components["schemas"]["CardSettlement"];
            anticipation_percent?: number | null;
        };
        CreateOperator: {
            name: string;
            email: string;
            password: string;
        };
        CreatePaymentLink: {
            name: string;
            description?: string | null;
            value?: number | null;
            min_value?: number | null;
            max_value?: number | null;
            billing_types?: ("PIX" | "CREDIT_CARD" | "BOLETO")[];
            max_installments?: number;
            installment_interest?: components["schemas"]["InstallmentInterest"] | null;
            product_id?: string | null;
            split?: components["schemas"]["SplitItem"][] | null;
            success_url?: string | null;
            postback_url?: string | null;
            expires_at?: string | null;
            max_payments?: number | null;
            asks?: components["schemas"]["ChangeLinkAsks"] | null;
            pix_discount?: number | null;
        };
        CreateProduct: {
            name: string;
            /** @description Reais */
            price: number;
            description?: string | null;
            image_url?: string | null;
            image_file_id?: string | null;
            stock?: number | null;
            /** @description true: an open charge holds its unit until it ends, so that no more is sold than is there. false: more may be paid than is there; such a charge is oversold */
            hold_stock?: boolean;
        };
        CreateQuote: {
            value: number;
            billing_type: components["schemas"]["BillingType"];
            installments?: number | null;
            split?: components["schemas"]["SplitItem"][] | null;
            product_id?: string | null;
            installment_interest?: components["schemas"]["InstallmentInterest"] | null;
        };
        CreateRefund: {
            /** @description Absent: the rest of the charge */
            amount?: number;
            reason?: string | null;
            reverse_split?: boolean;
        };
        CreateWebhook: {
            url: string;
            /** @description Any of payment.received, payment.refunded, payment.refund_failed, payment.overdue, payment.failed, payment.expired, withdrawal.approved, withdrawal.completed, withdrawal.rejected, withdrawal.returned, charge.pending, charge.paid, charge.refunded, charge.cancelled, charge.refused, charge.overdue, charge.oversold, charge.boleto_registered, charge.due_date_changed, charge.due_date_refused, charge.authorized, charge.card_stored, dispute.opened, dispute.closed */
            events: string[];
            secret?: string | null;
            /** @description standard: retries after 5 and 30 seconds; extended: further retries over 24 hours */
            retry_policy?: components["schemas"]["RetryPolicy"];
        };
        CreateWithdrawal: {
            /** @description Reais */
            amount: number;
            pix_key?: string | null;
        };
        CreatedApiKey: {
            success: boolean;
            id: string;
            name: string;
            api_key: string;
            /** Format: date-time */
            created_at: string;
            warning: string;
            scopes: components["schemas"]["KeyScope"][] | null;
            allowed_ips: string[] | null;
            expires_at: string | null;
        };
        Credentials: {
            email: string;
            password: string;
            /** @description The six digits of the authenticator app, or a recovery code */
            code?: string;
            /** @description For browsers: the token comes as a cookie, not in the body */
            cookie?: boolean;
        };
        CurrentSession: {
            /** @enum {string} */
            object: "session";
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            user: components["schemas"]["SessionUser"];
            account: components["schemas"]["Account"];
            /** @description What the user may do in this account */
            permissions: components["schemas"]["Permission"][];
            /** @description Accounts that the user can switch to, this one included */
            accounts: components["schemas"]["Membership"][];
            /** @enum {unknown} */
            rails: "sandbox" | "live";
            /** @description How mails leave: by SMTP, into the outbox of the sandbox, or not at all */
            mail: components["schemas"]["MailDelivery"];
            /** @description Payment methods of this gateway */
            methods: ("PIX" | "CREDIT_CARD" | "BOLETO")[];
            /** @description The password was set by an operator: it must be changed before anything else */
            must_change_password: boolean;
            /** @description An operator on live rails who must set up a second factor before anything else */
            two_factor_required: boolean;
            view: components["schemas"]["SessionView"] | null;
            two_person_above: number | null;
        };
        Customer: {
            /** @enum {string} */
            object: "customer";
            id: string;
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
            address: components["schemas"]["Address"] | null;
            /** Format: date-time */
            created_at: string;
        };
        CustomerList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Customer"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
            /**
             * @description There are more than total: a search found too many to count
             * @enum {boolean}
             */
            total_is_minimum?: true;
        };
        CustomerSummary: {
            /** @enum {string} */
            object: "customer_summary";
            customer_id: string;
            charges_count: number;
            /** @description What was paid, refunds included */
            paid: number;
            /** @description Value of charges that are PENDING or OVERDUE */
            open: number;
            /** @description The part of open that is OVERDUE */
            overdue: number;
            refunded: number;
            last_paid_at: string | null;
            /** @description Only the newest 10000 charges were added up */
            is_minimum: boolean;
        };
        DecideIdentity: {
            decision: components["schemas"]["IdentityDecision"];
            /** @description Of a refusal: what is wrong with which document */
            reasons?: components["schemas"]["IdentityReason"][];
            note?: string | null;
        };
        Delivery: {
            /** @enum {string} */
            object: "delivery";
            id: string;
            /** @enum {unknown} */
            kind: "webhook" | "postback";
            /** @description Event name that is sent */
            event: string;
            /** @description The id of the event, as in GET /events */
            event_id: string;
            charge_id: string | null;
            webhook_id: string | null;
            url: string;
            status: components["schemas"]["DeliveryStatus"];
            attempt_count: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
        };
        DeliveryAttempt: {
            number: number;
            /** Format: date-time */
            attempted_at: string;
            url: string;
            status: number | null;
            latency_ms: number;
            error: string | null;
            /** @description The first 2 KB of the answer */
            answer: string;
        };
        DeliveryList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Delivery"][];
            total: number | null;
            has_more: boolean;
            next_cursor: string | null;
        };
        DeliveryQueue: {
            /** @enum {string} */
            object: "delivery_queue";
            /** @description Due now */
            due: number;
            /** @description Waiting for a retry */
            waiting: number;
            /** @description In flight */
            running: number;
            /** @description Held for paused webhooks */
            paused: number;
            /** @description Failed in the last 24 hours */
            failed: number;
            /** @description Age of the oldest due delivery */
            oldest_age_seconds: number;
        };
        DeliveryResult: {
            success: boolean;
            delivery: components["schemas"]["Delivery"];
        };
        /** @enum {unknown} */
        DeliveryStatus: "pending" | "delivered" | "failed" | "paused" | "cancelled";
        DeliveryWithAttempts: {
            /** @enum {string} */
            object: "delivery";
            id: string;
            /** @enum {unknown} */
            kind: "webhook" | "postback";
            /** @description Event name that is sent */
            event: string;
            /** @description The id of the event, as in GET /events */
            event_id: string;
            charge_id: string | null;
            webhook_id: string | null;
            url: string;
            status: components["schemas"]["DeliveryStatus"];
            attempt_count: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            finished_at: string | null;
            /** @description The id in the body and in the webhook-id header */
            message_id: string;
            /** @description The exact body that is sent */
            body: string;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DisableTwoFactor: {
            password: string;
            /** @description The six digits of the authenticator app, or a recovery code */
            code: string;
        };
        Discount: {
            percent?: number;
            amount?: number;
            until: string;
        };
        Dispute: {
            /** @enum {string} */
            object: "dispute";
            id: string;
            charge_id: string;
            kind: components["schemas"]["DisputeKind"];
            amount: number;
            status: components["schemas"]["DisputeStatus"];
            reason: string | null;
            /** Format: date-time */
            created_at: string;
            closed_at: string | null;
            /**
             * Format: date-time
             * @description The last moment at which you may answer
             */
            answer_by: string;
            answer: components["schemas"]["DisputeAnswer"] | null;
            accepted_at: string | null;
        };
        DisputeAnswer: {
            text: string;
            documents: components["schemas"]["DisputeDocument"][];
            /** Format: date-time */
            answered_at: string;
        };
        DisputeData: {
            dispute_id: string;
            charge_id: string;
            kind: components["schemas"]["DisputeKind"];
            /** @description Reais */
            amount: number;
            status: components["schemas"]["DisputeStatus"];
            reason: string | null;
            /**
             * Format: date-time
             * @description The last moment at which you may answer
             */
            answer_by?: string;
        };
        DisputeDocument: {
            id: string;
            name: string | null;
            /** @enum {unknown} */
            content_type: "image/png" | "image/jpeg" | "image/webp" | "application/pdf";
            /** @description Bytes */
            size: number;
        };
        DisputeEvent: {
            /** @enum {unknown} */
            event: "dispute.opened" | "dispute.closed";
            data: components["schemas"]["DisputeData"];
            /** Format: date-time */
            timestamp: string;
            /** @description The same in every retry: store it to process the event once */
            id: string;
            /** @description Increases with each change of the object: a message with a smaller number than one you have seen is late */
            sequence: number;
            previous_status: string | null;
            /**
             * @description Sent by POST /webhooks/{id}/test: not a real event
             * @constant
             */
            test?: true;
        };
        /** @enum {unknown} */
        DisputeKind: "chargeback" | "med";
        DisputeList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Dispute"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        DisputeStatus: "open" | "won" | "lost";
        DnsRecord: {
            type: components["schemas"]["DnsRecordType"];
            name: string;
            value: string;
            /** @description proof: that the domain is yours; address: leads payers to the gateway */
            purpose: components["schemas"]["DnsRecordPurpose"];
        };
        /** @enum {unknown} */
        DnsRecordPurpose: "proof" | "address";
        /** @enum {unknown} */
        DnsRecordType: "TXT" | "CNAME" | "A" | "AAAA";
        Domain: {
            /** @enum {string} */
            object: "domain";
            host: string | null;
            status: components["schemas"]["DomainStatus"] | null;
            url: string | null;
            /** @description To be made in the DNS of the domain */
            records: components["schemas"]["DnsRecord"][];
            finding: components["schemas"]["DomainFinding"] | null;
            found: components["schemas"]["DomainFound"] | null;
            checked_at: string | null;
            verified_at: string | null;
            failing_since: string | null;
            switches_off_at: string | null;
            switched_off_at: string | null;
            created_at: string | null;
        };
        /** @enum {unknown} */
        DomainFinding: "ok" | "no_record" | "other_value" | "no_address" | "no_answer" | "taken";
        DomainFound: {
            /** @description TXT values at the name of the proof */
            texts: string[];
            /** @description IP addresses of the host */
            addresses: string[];
        };
        /** @enum {unknown} */
        DomainStatus: "pending" | "verified" | "failing";
        Done: {
            success: boolean;
            message: string;
        };
        DueDateChange: {
            /** @description pending: the bank has been asked; refused: the bank has refused, and due_date stays */
            status: components["schemas"]["DueDateChangeStatus"];
            /** @description What was asked for */
            due_date: string;
            /** @description Of a refused one: why, in the words of the bank */
            reason?: string;
        };
        /** @enum {unknown} */
        DueDateChangeStatus: "pending" | "refused";
        ErasePerson: {
            /** @description CPF or CNPJ */
            document: string;
            reason: string;
        };
        Error: {
            /** @description Message for people */
            error: string;
            /** @description Code for programs */
            code: string;
            /** @description For an invalid request: field → message */
            details: {
                [key: string]: unknown;
            };
        };
        Event: {
            /** @enum {string} */
            object: "event";
            id: string;
            event: string;
            /** @description For events of your charges: the charge as in a postback */
            charge?: unknown;
            /** @description The data that webhooks receive */
            data: unknown;
            /** Format: date-time */
            timestamp: string;
            sequence: number;
            previous_status: string | null;
        };
        EventFeed: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Event"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        EventList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Event"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        EventName: "payment.received" | "payment.refunded" | "payment.refund_failed" | "payment.overdue" | "payment.failed" | "payment.expired" | "withdrawal.approved" | "withdrawal.completed" | "withdrawal.rejected" | "withdrawal.returned" | "charge.pending" | "charge.paid" | "charge.refunded" | "charge.cancelled" | "charge.refused" | "charge.overdue" | "charge.oversold" | "charge.boleto_registered" | "charge.due_date_changed" | "charge.due_date_refused" | "charge.authorized" | "charge.card_stored" | "dispute.opened" | "dispute.closed";
        ExpectedFeePlan: {
            percent?: number;
            /** @description Reais */
            fixed?: number;
            reserve_percent?: number;
            reserve_days?: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement?: components["schemas"]["CardSettlement"];
            anticipation_percent?: number | null;
        };
        ExpectedNamedFeePlan: {
            name?: string;
            percent?: number;
            /** @description Reais */
            fixed?: number;
            reserve_percent?: number;
            reserve_days?: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement?: components["schemas"]["CardSettlement"];
            anticipation_percent?: number | null;
        };
        ExpectedPayoutTerms: {
            payout_to?: ("own" | "any") | null;
            automatic_up_to?: number | null;
            automatic_per_day?: number | null;
        };
        ExpectedRateLimits: {
            general?: number | null;
            charges?: number | null;
            webhooks?: number | null;
        };
        ExportPerson: {
            /** @description CPF or CNPJ */
            document: string;
            reason: string;
            cursor?: string | null;
        };
        FeePlan: {
            percent: number;
            /** @description Reais */
            fixed: number;
            reserve_percent: number;
            reserve_days: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement: components["schemas"]["CardSettlement"];
            anticipation_percent: number | null;
        };
        Fees: {
            /** @enum {string} */
            object: "fees";
            methods: components["schemas"]["MethodFee"][];
            installments: components["schemas"]["InstallmentFee"][];
            /** @description Of what the payer pays, less the fee */
            reserve_percent: number;
            /** @description Days until the reserve is released */
            reserve_days: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement: components["schemas"]["CardSettlement"];
            anticipation_percent: number | null;
        };
        File: {
            /** @enum {string} */
            object: "file";
            id: string;
            /** @description What the file is for */
            purpose: components["schemas"]["FilePurpose"];
            /**
             * @description By the content itself; a picture may change its type when it is encoded again
             * @enum {unknown}
             */
            content_type: "image/png" | "image/jpeg" | "image/webp" | "application/pdf";
            name: string | null;
            /** @description Bytes, as stored */
            size: number;
            width: number | null;
            height: number | null;
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        FileBank: {
            /** @enum {string} */
            object: "file_bank";
            /** @description As in GUICHE_BOLETO */
            name: string;
            /** @description e.g. Bradesco */
            bank: string;
            /** @description COMPE */
            code: string;
            /** @description Instructions that the next file will carry */
            waiting: number;
            /** @description Of the last file that was made; 0: none was */
            last_number: number;
            /** @description HH:MM in São Paulo, on banking days */
            cut_offs: string[];
            writes_to_folder: boolean;
            reads_from_folder: boolean;
            is_test: boolean;
            /** @description What to know of this bank, and what was not verified */
            notes: string[];
        };
        FileBankList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["FileBank"][];
        };
        /** @enum {unknown} */
        FilePurpose: "logo" | "product_picture" | "dispute_document" | "identity_document";
        FirstStep: {
            name: components["schemas"]["FirstStepName"];
            done: boolean;
        };
        /** @enum {unknown} */
        FirstStepName: "identity" | "activation" | "email" | "charge" | "payout_key" | "appearance" | "integration" | "two_factor";
        FirstSteps: {
            /** @enum {string} */
            object: "first_steps";
            /** @description Whether you put the list away; of this account, for you alone */
            hidden: boolean;
            /** @description Those that you can take, in the order in which they are best taken */
            steps: components["schemas"]["FirstStep"][];
        };
        FoundAccount: {
            id: string;
            name: string;
            email: string;
            document: string;
            account_status: components["schemas"]["AccountStatus"];
        };
        /** @enum {unknown} */
        FoundBy: "id" | "number" | "provider_reference" | "payment_reference" | "returned_payment" | "external_reference";
        FoundCharge: {
            id: string;
            billing_type: components["schemas"]["BillingType"];
            status: components["schemas"]["ChargeStatus"];
            value: number;
            refunded_amount: number;
            /** @description Of a charge of which disputes hold (open) or took (lost) something; absent otherwise */
            dispute_status?: components["schemas"]["ChargeDisputeStatus"];
            /** @description Of a CANCELLED charge: by the seller, by its expiry, written off as a boleto, or refused or cancelled by the bank of its boleto */
            cancel_cause?: components["schemas"]["CancelCause"];
            description: string | null;
            external_reference: string | null;
            payment_date: string | null;
            /** Format: date-time */
            created_at: string;
            account_id: string;
            account_name: string;
            customer: components["schemas"]["MaskedContact"] | null;
            found_by: components["schemas"]["FoundBy"];
        };
        FoundCustomer: {
            id: string;
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
            /** Format: date-time */
            created_at: string;
            account_id: string;
            account_name: string;
        };
        HideFirstSteps: {
            hidden: boolean;
        };
        Identity: {
            /** @enum {string} */
            object: "identity";
            /** @description in_review: an operator has begun, and what was sent can no longer be replaced */
            state: components["schemas"]["IdentityState"];
            /** @description Whether documents can be sent now */
            can_submit: boolean;
            /** @description By the person type of the account */
            asked: components["schemas"]["IdentityDocumentAsked"][];
            submission: components["schemas"]["IdentitySubmission"] | null;
        };
        IdentityAccount: {
            id: string;
            name: string;
            email: string;
            document: string;
            person_type: components["schemas"]["PersonType"];
            phone: string | null;
            account_status: components["schemas"]["AccountStatus"];
            identity_verified: boolean;
            /** Format: date-time */
            created_at: string;
        };
        IdentityConfirmation: {
            success: boolean;
            message: string;
            /**
             * Format: date-time
             * @description Until then this session is not asked again
             */
            expires_at: string;
        };
        /** @enum {unknown} */
        IdentityDecision: "approve" | "refuse";
        IdentityDocument: {
            kind: components["schemas"]["IdentityDocumentKind"];
            file_id: string;
            /** @enum {unknown} */
            content_type: "image/png" | "image/jpeg" | "image/webp" | "application/pdf";
            /** @description Bytes */
            size: number;
        };
        IdentityDocumentAsked: {
            kind: components["schemas"]["IdentityDocumentKind"];
            required: boolean;
            /** @description A photograph, no PDF */
            picture_only: boolean;
            /** @description Identity documents that have no such side */
            not_for: components["schemas"]["IdentityType"][];
        };
        /** @enum {unknown} */
        IdentityDocumentKind: "identity_front" | "identity_back" | "selfie" | "company_document" | "address_proof";
        IdentityDocumentOpening: {
            /** @enum {string} */
            object: "identity_document_opening";
            kind: components["schemas"]["IdentityDocumentKind"];
            /** @enum {unknown} */
            content_type: "image/png" | "image/jpeg" | "image/webp" | "application/pdf";
            /** @description Bytes */
            size: number;
            /** @description With it you, and nobody else, get the content until expires_at */
            opening: string;
            /** Format: date-time */
            expires_at: string;
        };
        IdentityFile: {
            kind: components["schemas"]["IdentityDocumentKind"];
            file_id: string;
        };
        IdentityProposal: {
            id: string;
            decision: components["schemas"]["IdentityDecision"];
            reasons: components["schemas"]["IdentityReason"][];
            note: string | null;
            operator_email: string;
            /** Format: date-time */
            created_at: string;
            /** @description false: its operator was removed or blocked since; propose again */
            counts: boolean;
        };
        IdentityReason: {
            kind: components["schemas"]["IdentityDocumentKind"];
            /** @description The seller is told suspected_fraud as not_accepted */
            code: components["schemas"]["IdentityReasonCode"];
        };
        /** @enum {unknown} */
        IdentityReasonCode: "unreadable" | "cut_off" | "expired" | "wrong_document" | "mismatch" | "suspected_fraud";
        IdentityRefusal: {
            kind: components["schemas"]["IdentityDocumentKind"];
            code: components["schemas"]["IdentityRefusalCode"];
        };
        /** @enum {unknown} */
        IdentityRefusalCode: "unreadable" | "cut_off" | "expired" | "wrong_document" | "mismatch" | "not_accepted";
        IdentityReview: {
            id: string;
            decision: components["schemas"]["IdentityDecision"];
            reasons: components["schemas"]["IdentityReason"][];
            note: string | null;
            operator_email: string;
            /** Format: date-time */
            created_at: string;
            ended_as: components["schemas"]["IdentityReviewEnd"];
            ended_by_email: string | null;
            end_note: string | null;
            /** Format: date-time */
            ended_at: string;
        };
        /** @enum {unknown} */
        IdentityReviewEnd: "confirmed" | "sent_back" | "lapsed";
        /** @enum {unknown} */
        IdentityState: "missing" | "submitted" | "in_review" | "approved" | "refused";
        IdentitySubmission: {
            id: string;
            /** @description The identity document: RG or CIN, CNH, passport, or RNM */
            identity_type: components["schemas"]["IdentityType"];
            documents: components["schemas"]["IdentityDocument"][];
            /** @description Why it was refused, for each document */
            reasons: components["schemas"]["IdentityRefusal"][];
            /** Format: date-time */
            submitted_at: string;
            decided_at: string | null;
        };
        /** @enum {unknown} */
        IdentitySubmissionStatus: "submitted" | "in_review" | "approved" | "refused" | "replaced";
        /** @enum {unknown} */
        IdentityType: "rg" | "cnh" | "passport" | "rnm";
        InstallmentFee: {
            installments: number;
            /** @description Added to the percentage of the card */
            percent: number;
        };
        /** @enum {unknown} */
        InstallmentInterest: "seller" | "payer";
        InstallmentOption: {
            installments: number;
            first_amount: number;
            other_amount: number;
            /** @description What the payer pays in all */
            total: number;
            platform_fee: number;
            reserve_amount: number;
            net_value: number;
        };
        /** @enum {unknown} */
        InvitationStatus: "pending" | "expired";
        InvitationToken: {
            /** @description What stands after # in the link */
            token: string;
        };
        InviteMember: {
            email: string;
            /** @description What a member of the team may do */
            role: components["schemas"]["TeamRole"];
        };
        Job: {
            /** @enum {string} */
            object: "job";
            id: string;
            account_id: string;
            account_name: string | null;
            /** @description Kind of work, e.g. refund.send */
            kind: string;
            status: components["schemas"]["JobStatus"];
            /** @description The ids it works on */
            payload: {
                [key: string]: unknown;
            };
            attempts: number;
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            run_at: string | null;
            failed_at: string | null;
        };
        JobList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Job"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        JobStatus: "failed" | "pending";
        JoinTeam: {
            /** @description What stands after # in the link */
            token: string;
        };
        /** @enum {unknown} */
        KeyScope: "account:read" | "account:write" | "payout_key:write" | "charges:read" | "charges:write" | "refunds:write" | "customers:read" | "customers:write" | "products:read" | "products:write" | "links:read" | "links:write" | "balance:read" | "withdrawals:write" | "webhooks:read" | "webhooks:write" | "events:read" | "requests:read" | "files:write" | "audit:read" | "sandbox:read" | "sandbox:write" | "outbox:read";
        LastAutomaticWithdrawal: {
            /** Format: date */
            day: string;
            /** @enum {unknown} */
            outcome: "requested" | "nothing_available" | "account_not_active" | "pix_key_required" | "email_not_verified" | "by_acquirer";
            withdrawal_id: string | null;
        };
        LedgerAudit: {
            /** @enum {string} */
            object: "ledger_audit";
            ok: boolean;
            differences: components["schemas"]["LedgerDifference"][];
            /** Format: date-time */
            checked_at: string;
            duration_ms: number;
        };
        LedgerDifference: {
            /** @description The rule that does not hold */
            check: string;
            account_id: string;
            /** @description The balance, charge or posting it does not hold for */
            subject: string;
            /** @description Cents, or a count */
            expected: string;
            actual: string;
        };
        LedgerPosting: {
            account_id: string;
            sequence: number;
            fact: string;
            from: string;
            to: string;
            amount: number;
            category: string;
            recipient_id: string | null;
            /** @description The rule and the rounding behind the amount */
            rule: string;
            /** Format: date-time */
            created_at: string;
        };
        LedgerTotals: {
            /** @enum {string} */
            object: "ledger_totals";
            accounts: number;
            owed_to_sellers: components["schemas"]["OwedToSellers"];
            /** @description Sum of the available balances */
            available: number;
            held_in_reserve: number;
            /** @description available plus held_in_reserve */
            owed: number;
            fees_earned: number;
            in_refunds: number;
            in_withdrawals: number;
            in_disputes: number;
            /** @description What acquirers still owe for sellers, who are owed it too; not in `owed` */
            receivable: number;
            /** @description Minus the money that came in, or is to come, and has not left */
            external: number;
            /** @description Transfers between accounts: always 0 */
            transfers: number;
            adds_up: boolean;
        };
        LinkAsks: {
            phone: components["schemas"]["Asked"];
            address: components["schemas"]["Asked"];
            /** @description 1: the payer does not choose a quantity */
            max_quantity: number;
            questions: components["schemas"]["LinkQuestion"][];
        };
        /** @enum {unknown} */
        LinkPurpose: "verify_email" | "recover_password";
        LinkQuestion: {
            label: string;
            required: boolean;
            /** @description Empty: the payer writes the answer */
            options: string[];
        };
        ListedFeePlan: {
            /** @enum {string} */
            object: "fee_plan";
            id: string;
            name: string;
            percent: number;
            /** @description Reais */
            fixed: number;
            reserve_percent: number;
            reserve_days: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement: components["schemas"]["CardSettlement"];
            anticipation_percent: number | null;
            /** Format: date-time */
            created_at: string;
            /** @description Accounts with this plan */
            accounts_count: number;
            /** @description Those of them with fees of their own */
            own_fees_count: number;
        };
        ListedFeePlanList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ListedFeePlan"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        LoggedRequest: {
            /** @description The X-Request-Id */
            id: string;
            /** Format: date-time */
            created_at: string;
            method: string;
            /** @description With its query; values that may be personal or secret are removed */
            path: string;
            status: number;
            code: string | null;
            duration_ms: number;
            /** @enum {unknown} */
            via: "api_key" | "jwt";
            key_id: string | null;
            key_name: string | null;
            address: string | null;
            user_agent: string | null;
        };
        LoggedRequestList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["LoggedRequest"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        Mail: {
            /** @enum {string} */
            object: "mail";
            id: string;
            kind: components["schemas"]["MailKind"];
            /** @enum {unknown} */
            language: "pt" | "en";
            /** @description Masked: the first letter and the domain */
            to: string;
            subject: string;
            state: components["schemas"]["MailState"];
            attempts: number;
            last_error: string | null;
            suppressed_for: components["schemas"]["MailSuppression"] | null;
            charge_id: string | null;
            /** Format: date-time */
            created_at: string;
            sent_at: string | null;
        };
        /** @enum {unknown} */
        MailDelivery: "smtp" | "outbox" | "off";
        /** @enum {unknown} */
        MailKind: "verify_email" | "recover_password" | "password_changed" | "new_device" | "address_has_account" | "charge_issued" | "charge_reminder" | "payment_receipt" | "payment_refunded" | "payer_refund" | "payer_refund_ended" | "payment_received" | "payments_received" | "refund_sent" | "dispute_opened" | "dispute_closed" | "withdrawal_requested" | "withdrawal_paid" | "withdrawal_rejected" | "withdrawal_returned" | "identity_approved" | "identity_refused" | "operator_alerts" | "team_invitation";
        MailList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Mail"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        MailState: "queued" | "sent" | "failed" | "suppressed";
        /** @enum {unknown} */
        MailSuppression: "unsubscribed" | "too_many" | "not_open" | "seller_unconfirmed";
        MaskedContact: {
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
        };
        Membership: {
            id: string;
            name: string;
            /** @description What a member of the team may do */
            role: components["schemas"]["TeamRole"];
        };
        MethodFee: {
            billing_type: components["schemas"]["PaidBillingType"];
            /** @description Of what the payer pays */
            percent: number;
            /** @description Reais for each payment */
            fixed: number;
        };
        NamedFeePlan: {
            /** @enum {string} */
            object: "fee_plan";
            id: string;
            name: string;
            percent: number;
            /** @description Reais */
            fixed: number;
            reserve_percent: number;
            reserve_days: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement: components["schemas"]["CardSettlement"];
            anticipation_percent: number | null;
            /** Format: date-time */
            created_at: string;
        };
        Notification: {
            /** @enum {string} */
            object: "notification";
            id: string;
            kind: components["schemas"]["NotificationKind"];
            facts: components["schemas"]["NotificationFacts"];
            /** @description For you: others have their own */
            unread: boolean;
            /** Format: date-time */
            created_at: string;
        };
        NotificationFacts: {
            /** @description Of an alert for operators */
            alert_id?: string;
            alert?: components["schemas"]["AlertKind"];
            /** @description Of a dispute */
            dispute_id?: string;
            /** @description Of a dispute or a refund */
            charge_id?: string;
            /** @description Of a withdrawal */
            withdrawal_id?: string;
            /** @description Of a webhook that does not answer */
            webhook_id?: string;
            /** @description In reais */
            amount?: number;
            /** @description The last moment at which a dispute may be answered */
            answer_by?: string;
            /** @description Masked */
            pix_key?: string;
            /** @description Of the webhook or the domain */
            host?: string;
            /** @description Why a domain fails or was switched off: a finding of the domain, or moved */
            cause?: string;
            /** @description When a failing domain is switched off */
            switches_off_at?: string;
            /** @description Of the new member */
            email?: string;
            /** @description Of the new member */
            role?: string;
            address?: string | null;
        };
        /** @enum {unknown} */
        NotificationKind: "dispute_opened" | "dispute_deadline" | "dispute_won" | "dispute_lost" | "refund_failed" | "withdrawal_paid" | "withdrawal_rejected" | "withdrawal_returned" | "webhook_failing" | "account_approved" | "account_blocked" | "domain_failing" | "domain_switched_off" | "identity_approved" | "identity_refused" | "dashboard_viewed" | "member_joined" | "alert_raised" | "coverage_restored" | "new_device" | "password_changed";
        NotificationList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Notification"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        NotificationSettings: {
            /** @enum {string} */
            object: "notification_settings";
            /** @description A boleto, to its payer, when it is issued */
            boleto_to_payer: boolean;
            /** @description Any other new charge, to its payer; not those of a payment link */
            charge_to_payer: boolean;
            /** @description An unpaid boleto, to its payer, on reminder_days */
            reminders_to_payer: boolean;
            /** @description The receipt of a payment, to its payer */
            receipt_to_payer: boolean;
            /** @description A refund, to its payer */
            refund_to_payer: boolean;
            /** @description Each payment, to you; beyond ten in an hour, one mail for the others of that hour */
            payments_to_seller: boolean;
            /** @description Each refund, to you */
            refunds_to_seller: boolean;
            /** @description A dispute that is opened or decided, to you */
            disputes_to_seller: boolean;
            /** @description A withdrawal that is requested, paid or rejected, to you */
            withdrawals_to_seller: boolean;
            /** @description Days after the due date, before it below zero: any of -10, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 15, 30 */
            reminder_days: number[];
            sender_name: string | null;
            reply_to: string | null;
            /** @description The sender as payers see it */
            sent_as: string;
            /** @description Where payers’ answers go now */
            replies_to: string;
        };
        OpenForOperator: {
            reason?: string | null;
        };
        OpenedBoleto: {
            our_number: string;
            due_date: string;
        };
        OpenedCardAttempt: {
            id: string;
            brand: string;
            last_four: string;
            installments: number;
            status: components["schemas"]["CardAttemptStatus"];
            reason: string | null;
            provider: string | null;
            code: string | null;
            retry: components["schemas"]["CardRetry"] | null;
            /** Format: date-time */
            created_at: string;
        };
        OpenedCharge: {
            /** @enum {string} */
            object: "opened_charge";
            account_id: string;
            account_name: string;
            charge: components["schemas"]["OpenedChargeFacts"];
            ledger: components["schemas"]["ChargeLedger"];
            events: components["schemas"]["OpenedEvent"][];
            deliveries: components["schemas"]["Delivery"][];
            disputes: components["schemas"]["Dispute"][];
            card_attempts: components["schemas"]["OpenedCardAttempt"][];
        };
        OpenedChargeFacts: {
            id: string;
            /** @enum {string} */
            object: "charge";
            billing_type: components["schemas"]["BillingType"];
            status: components["schemas"]["ChargeStatus"];
            value: number;
            net_value: number | null;
            platform_fee: number;
            reserve_amount?: number;
            /** @description Part of reserve_amount that is still held */
            reserve_held?: number;
            paid_value?: number | null;
            refunded_amount: number;
            /** @description Held for refunds that are not confirmed yet */
            refunding_amount?: number;
            /** @description Amount that can still be refunded */
            refundable_amount?: number;
            /** @description Held by open disputes or taken by lost ones; absent when zero */
            disputed_amount?: number;
            /** @description Of a charge of which disputes hold (open) or took (lost) something; absent otherwise */
            dispute_status?: components["schemas"]["ChargeDisputeStatus"];
            /** @description Of a CANCELLED charge: by the seller, by its expiry, written off as a boleto, or refused or cancelled by the bank of its boleto */
            cancel_cause?: components["schemas"]["CancelCause"];
            description: string | null;
            external_reference: string | null;
            payment_date: string | null;
            /** Format: date-time */
            created_at: string;
            pix?: components["schemas"]["OpenedPix"];
            charge_id?: number;
            boleto?: components["schemas"]["OpenedBoleto"];
            card?: components["schemas"]["ChargeCard"];
            /**
             * @description Captured later, by POST /charges/{id}/capture; absent otherwise
             * @enum {boolean}
             */
            capture?: false;
            authorization?: components["schemas"]["CardAuthorization"];
            card_payment?: components["schemas"]["CardPayment"];
            installments?: number | null;
            max_installments?: number;
            /** @description Who pays for installments: the seller by the fee, or the payer by a larger total; default seller */
            installment_interest?: components["schemas"]["InstallmentInterest"];
            /** @description What the payer paid for installments; absent when nothing */
            interest_amount?: number;
            has_split?: boolean;
            split?: components["schemas"]["Split"][];
            customer: components["schemas"]["MaskedContact"] | null;
            customer_id: string | null;
            product_id: string | null;
            /**
             * @description Paid although no unit of its product was left; absent otherwise
             * @enum {boolean}
             */
            oversold?: true;
            payment_link_id: string | null;
            purchase?: components["schemas"]["Purchase"];
            refunds?: components["schemas"]["Refund"][];
            returned_payments?: components["schemas"]["ReturnedPayment"][];
            /** @description What is accepted and yet probably not meant; absent where there is nothing to say */
            warnings?: components["schemas"]["Warning"][];
            payment_reference: string | null;
            fee_plan: components["schemas"]["ChargeFeePlan"];
        };
        OpenedCustomer: {
            /** @enum {string} */
            object: "opened_customer";
            account_id: string;
            account_name: string;
            customer: components["schemas"]["OpenedCustomerFacts"];
            summary: components["schemas"]["CustomerSummary"];
            /** @description The newest 50 */
            charges: components["schemas"]["ChargeSummary"][];
        };
        OpenedCustomerFacts: {
            id: string;
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
            /** Format: date-time */
            created_at: string;
        };
        OpenedEvent: {
            id: string;
            event: string;
            /** Format: date-time */
            timestamp: string;
            charge: components["schemas"]["OpenedEventCharge"] | null;
            data: components["schemas"]["OpenedEventData"];
        };
        OpenedEventCharge: {
            status: string;
        };
        OpenedEventData: {
            cause?: string;
            refunded_amount?: number;
        };
        OpenedPix: {
            txid: string;
            /** Format: date-time */
            expires_at: string;
            provider: string;
            end_to_end_id?: string;
        };
        Operator: {
            /** @enum {string} */
            object: "operator";
            /** @description The id of the operator's account */
            id: string;
            user_id: string;
            name: string;
            email: string;
            account_status: components["schemas"]["AccountStatus"];
            /** @description Whether a second factor is set up */
            two_factor: boolean;
            added_by: string | null;
            /** @description The first password has not been changed yet */
            must_change_password: boolean;
            /** Format: date-time */
            created_at: string;
        };
        OperatorList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Operator"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        OperatorMail: {
            /** @enum {string} */
            object: "mail";
            id: string;
            kind: components["schemas"]["MailKind"];
            /** @enum {unknown} */
            language: "pt" | "en";
            /** @description Masked: the first letter and the domain */
            to: string;
            subject: string;
            state: components["schemas"]["MailState"];
            attempts: number;
            last_error: string | null;
            suppressed_for: components["schemas"]["MailSuppression"] | null;
            charge_id: string | null;
            /** Format: date-time */
            created_at: string;
            sent_at: string | null;
            account_id: string;
        };
        OperatorMailList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["OperatorMail"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        OperatorSearch: {
            /** @description Exactly: a charge's id, charge_id, txid, end-to-end id, our_number, card authorization or external_reference; a payer's document or e-mail; or the beginning of a seller's name, e-mail or document */
            query: string;
        };
        OperatorSearchResult: {
            /** @enum {string} */
            object: "operator_search";
            charges: components["schemas"]["FoundCharge"][];
            customers: components["schemas"]["FoundCustomer"][];
            accounts: components["schemas"]["FoundAccount"][];
            /** @description Of some kind there are more than 20 */
            has_more: boolean;
        };
        Overview: {
            /** @enum {string} */
            object: "overview";
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description Today in São Paulo
             */
            to: string;
            days: number;
            received: components["schemas"]["CountAndAmount"];
            /** @description Received in as many days before `from` */
            previous: components["schemas"]["CountAndAmount"];
            fees: number;
            refused: components["schemas"]["RefusedTries"];
            /** @description PENDING and OVERDUE now, without those of payment links */
            pending: components["schemas"]["CountAndAmount"];
            /** @description PENDING and OVERDUE now, made by visitors of payment links */
            pending_of_links: components["schemas"]["CountAndAmount"];
            by_day: components["schemas"]["OverviewDay"][];
            by_method: components["schemas"]["OverviewMethod"][];
        };
        OverviewDay: {
            /** Format: date */
            date: string;
            received_count: number;
            received_amount: number;
            fees: number;
            created_count: number;
            refused_count: number;
        };
        OverviewMethod: {
            billing_type: string;
            received_count: number;
            received_amount: number;
        };
        OwedToSellers: {
            available: number;
            reserved: number;
            total: number;
        };
        /** @enum {unknown} */
        PaidBillingType: "PIX" | "CREDIT_CARD" | "BOLETO";
        PayCharge: {
            card?: components["schemas"]["CardInput"] | null;
            card_id?: string | null;
            initiated_by?: components["schemas"]["CardInitiator"] | null;
            save_card?: boolean | null;
            consent?: components["schemas"]["CardConsent"] | null;
            authentication?: components["schemas"]["CardAuthentication"] | null;
            payer_ip?: string | null;
            device_session?: string | null;
            installments?: number | null;
        };
        PayerRefund: {
            /** @enum {string} */
            object: "payer_refund";
            /** @description Of the refund, or of the payment that is returned */
            id: string;
            account_id: string;
            charge_id: string;
            kind: components["schemas"]["PayerRefundKind"];
            amount: number;
            /** @description waiting: for a PIX key of the payer; sending: it was given */
            status: components["schemas"]["PayerRefundStatus"];
            pix_key: string | null;
            payer_document: string | null;
            provider: string | null;
            failure: string | null;
            reference: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {unknown} */
        PayerRefundKind: "refund" | "return";
        PayerRefundList: {
            data: components["schemas"]["PayerRefund"][];
        };
        /** @enum {unknown} */
        PayerRefundStatus: "waiting" | "sending" | "done" | "expired";
        PaymentCustomer: {
            name: string | null;
            email: string | null;
        };
        PaymentData: {
            payment_id: string;
            /** @description Reais */
            value: number;
            net_value: number | null;
            status: components["schemas"]["ChargeStatus"];
            billing_type: components["schemas"]["BillingType"];
            customer: components["schemas"]["PaymentCustomer"];
            external_reference?: string | null;
            /** @description Amount paid in reais, if it differs from the value: paid late or with a discount */
            paid_value?: number;
            /**
             * @description Paid although no unit of its product was left
             * @constant
             */
            oversold?: true;
            /** @description Reais */
            refunded_amount?: number;
            /** @description Of charge.authorized: what is held on the card */
            authorized_value?: number;
            /**
             * Format: date-time
             * @description Of charge.authorized: when it is let go
             */
            capture_until?: string;
            /** @description Of charge.card_stored: the card_id to pay with */
            stored_card_id?: string;
            /** @description Of charge.due_date_changed and charge.due_date_refused: when the boleto is due */
            due_date?: string;
            /** @description Of charge.due_date_changed: when it was due before */
            previous_due_date?: string;
            /** @description Of charge.due_date_refused: what the bank refused; cause says why */
            refused_due_date?: string;
            /** @description For a split recipient: its part in reais */
            split_amount?: number;
            cause?: string;
        };
        PaymentEvent: {
            /** @enum {unknown} */
            event: "charge.pending" | "charge.paid" | "charge.refunded" | "charge.cancelled" | "charge.refused" | "charge.overdue" | "charge.oversold" | "charge.boleto_registered" | "charge.due_date_changed" | "charge.due_date_refused" | "charge.authorized" | "charge.card_stored" | "payment.received" | "payment.refunded" | "payment.refund_failed" | "payment.overdue" | "payment.failed" | "payment.expired";
            data: components["schemas"]["PaymentData"];
            /** Format: date-time */
            timestamp: string;
            /** @description The same in every retry: store it to process the event once */
            id: string;
            /** @description Increases with each change of the object: a message with a smaller number than one you have seen is late */
            sequence: number;
            previous_status: string | null;
            /**
             * @description Sent by POST /webhooks/{id}/test: not a real event
             * @constant
             */
            test?: true;
        };
        PaymentLink: {
            /** @enum {string} */
            object: "payment_link";
            id: string;
            name: string;
            description: string | null;
            value: number | null;
            min_value: number | null;
            max_value: number | null;
            billing_types: ("PIX" | "CREDIT_CARD" | "BOLETO")[];
            max_installments: number;
            /** @description Who pays for installments: the seller by the fee, or the payer by a larger total; default seller */
            installment_interest: components["schemas"]["InstallmentInterest"];
            product_id: string | null;
            split: components["schemas"]["Split"][];
            success_url: string | null;
            postback_url: string | null;
            expires_at: string | null;
            max_payments: number | null;
            payments_count: number;
            /** @description false once it is deactivated, expired or full */
            active: boolean;
            /** @description The page to send to payers */
            url: string;
            /** Format: date-time */
            created_at: string;
            asks: components["schemas"]["LinkAsks"];
            pix_discount: number | null;
        };
        PaymentLinkList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["PaymentLink"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
            /**
             * @description There are more than total: a search found too many to count
             * @enum {boolean}
             */
            total_is_minimum?: true;
        };
        PaymentProof: {
            reference: string;
        };
        PayoutTerms: {
            /** @enum {string} */
            object: "payout_terms";
            account_id: string;
            payout_providers: string[] | null;
            payout_to: ("own" | "any") | null;
            automatic_up_to: number | null;
            automatic_per_day: number | null;
            in_force: components["schemas"]["PayoutTermsInForce"];
        };
        PayoutTermsInForce: {
            payout_providers: string[] | null;
            payout_to: ("own" | "any") | null;
            automatic_up_to: number | null;
            automatic_per_day: number | null;
        };
        Percent: {
            percent: number;
        };
        /** @enum {unknown} */
        Permission: "account:read" | "account:write" | "payout_key:write" | "charges:read" | "charges:write" | "refunds:write" | "customers:read" | "customers:write" | "products:read" | "products:write" | "links:read" | "links:write" | "balance:read" | "withdrawals:write" | "webhooks:read" | "webhooks:write" | "events:read" | "requests:read" | "files:write" | "audit:read" | "sandbox:read" | "sandbox:write" | "outbox:read" | "session" | "keys:read" | "keys:write" | "team:read" | "team:write" | "admin";
        PersonAccount: {
            id: string;
            name: string;
            email: string;
            document: string;
            phone: string | null;
            address: components["schemas"]["Address"] | null;
            contact_email: string | null;
            contact_phone: string | null;
            contact_whatsapp: string | null;
            account_status: string;
            /** Format: date-time */
            created_at: string;
            /** @description Documents that were sent; an operator opens each to hand it over */
            identity: components["schemas"]["PersonIdentity"][];
        };
        PersonCard: {
            brand: string;
            last_four: string;
            status: string;
            created_at: string;
        };
        PersonCharge: {
            /** @description The seller */
            account_id: string;
            id: string;
            billing_type: string;
            status: string;
            value: number;
            description: string | null;
            external_reference: string | null;
            metadata: {
                [key: string]: string;
            } | null;
            purchase: components["schemas"]["Purchase"] | null;
            customer: components["schemas"]["PersonContact"] | null;
            payment_date: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Events of this charge; each holds name and e-mail of the payer */
            event_count: number;
            cards: components["schemas"]["PersonCard"][];
        };
        PersonContact: {
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
            address: components["schemas"]["Address"] | null;
        };
        PersonCustomer: {
            /** @enum {string} */
            object: "customer";
            /** @description The seller */
            account_id: string;
            id: string;
            name: string;
            email: string | null;
            cpf_cnpj: string | null;
            phone: string | null;
            address: components["schemas"]["Address"] | null;
            /** Format: date-time */
            created_at: string;
        };
        PersonData: {
            /** @enum {string} */
            object: "person_data";
            document: string;
            customers: components["schemas"]["PersonCustomer"][];
            charges: components["schemas"]["PersonCharge"][];
            /** @description Sellers with this document */
            accounts: components["schemas"]["PersonAccount"][];
            /** @description There are more charges */
            has_more: boolean;
            next_cursor: string | null;
        };
        PersonErasure: {
            /** @enum {string} */
            object: "person_erasure";
            customers: number;
            charges: number;
            /** @description Documents of refused or replaced checks; approved ones are kept as the law orders */
            identity_documents: number;
            /** @description Files for and of banks that name the person in these charges. Their sealed bytes cannot be changed and are kept until bank_files_until */
            bank_files: number;
            bank_files_until: string | null;
            /** @description false: there are more charges, call again */
            is_complete: boolean;
        };
        PersonIdentity: {
            id: string;
            status: string;
            documents: components["schemas"]["IdentityDocument"][];
            /** Format: date-time */
            created_at: string;
        };
        /** @enum {unknown} */
        PersonType: "PF" | "PJ";
        Postback: {
            /** @enum {unknown} */
            event: "charge.pending" | "charge.paid" | "charge.refunded" | "charge.cancelled" | "charge.refused" | "charge.overdue";
            charge: components["schemas"]["PostbackCharge"];
            /** @description Amount paid in reais, if it differs from the value: paid late or with a discount */
            paid_value?: number;
            /**
             * @description Paid although no unit of its product was left
             * @constant
             */
            oversold?: true;
            /** @description Reais */
            refunded_amount?: number;
            /** Format: date-time */
            timestamp: string;
            /** @description The same in every retry: store it to process the event once */
            id: string;
            /** @description Increases with each change of the object: a message with a smaller number than one you have seen is late */
            sequence: number;
            previous_status: string | null;
            /**
             * @description Sent by POST /webhooks/{id}/test: not a real event
             * @constant
             */
            test?: true;
        };
        PostbackCharge: {
            id: string;
            status: components["schemas"]["ChargeStatus"];
            billing_type: components["schemas"]["BillingType"];
            /** @description Reais */
            value: number;
            net_value: number | null;
            description: string;
            external_reference: string | null;
            payment_date: string | null;
        };
        Product: {
            /** @enum {string} */
            object: "product";
            id: string;
            name: string;
            description: string | null;
            price: number;
            image_url: string | null;
            stock: number | null;
            active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description Whether an open charge holds its unit until it ends */
            hold_stock: boolean;
            image_file_id: string | null;
        };
        ProductList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Product"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        ProductSplit: {
            /** @enum {string} */
            object: "product";
            id: string;
            split: components["schemas"]["Split"][];
        };
        ProposeTwoFactor: {
            password: string;
        };
        Provider: {
            /** @enum {string} */
            object: "provider";
            name: string;
            /**
             * @description closed: receives new work; open: new work goes to the next provider; probing: one call at a time tests it
             * @enum {unknown}
             */
            state: "closed" | "open" | "probing";
            since: string | null;
            /** @description Calls of this process that the state is based on */
            calls: number;
            failures: number;
            average_latency_ms: number | null;
            last_failure: components["schemas"]["ProviderFailure"] | null;
            compared_until: string | null;
            bank_fees?: components["schemas"]["BankFees"];
        };
        ProviderFailure: {
            /** Format: date-time */
            at: string;
            reason: string;
        };
        Providers: {
            /** @enum {string} */
            object: "providers";
            /** @description In the gateway's order */
            pix: components["schemas"]["Provider"][];
            /** @description Empty: none */
            boleto: components["schemas"]["Provider"][];
            card: components["schemas"]["Provider"][];
            /** @description Empty: operators pay by hand */
            payout: components["schemas"]["Provider"][];
        };
        Purchase: {
            quantity: number;
            /** @description Of one unit */
            unit_value: number;
            coupon?: components["schemas"]["PurchaseCoupon"];
            /** @description Percentage that paying by Pix takes off */
            pix_discount?: number;
            answers?: components["schemas"]["PurchaseAnswer"][];
        };
        PurchaseAnswer: {
            question: string;
            answer: string;
        };
        PurchaseCoupon: {
            id: string;
            code: string;
            /** @description What it took off */
            discount_amount: number;
            /** @description The value before it; value is what was left */
            original_value: number;
        };
        Quote: {
            /** @enum {string} */
            object: "quote";
            billing_type: string;
            value: number;
            /** @description What the payer pays: value and interest */
            payer_total: number;
            platform_fee: number;
            /** @description net_value of the charge before payment */
            net_value: number;
            when_paid: components["schemas"]["QuoteWhenPaid"];
            split: components["schemas"]["QuoteShare"][];
            installment_options: components["schemas"]["InstallmentOption"][];
            /** @description What is accepted and yet probably not meant; absent where there is nothing to say */
            warnings?: components["schemas"]["Warning"][];
        };
        QuoteAnticipation: {
            /** @description Reais of the installments; absent: all of them */
            amount?: number;
        };
        QuoteShare: {
            recipient_id: string;
            amount: number;
        };
        QuoteWhenPaid: {
            platform_fee: number;
            reserve_amount: number;
            /** @description net_value of the charge after payment */
            net_value: number;
            split_total: number;
            /** @description net_value less the recipients' parts */
            owner_receives: number;
        };
        RateLimits: {
            general: number | null;
            charges: number | null;
            webhooks: number | null;
        };
        ReadNotifications: {
            /** @description The newest that you have seen: it and all before are read */
            up_to: string;
        };
        Reason: {
            reason: string;
        };
        Receivable: {
            /** @description Charge and installment */
            id: string;
            /** @enum {string} */
            object: "receivable";
            charge_id: string;
            installment: number;
            /** @description How many the sale has */
            installments: number;
            /** @description Your part of a sale of another account */
            is_split: boolean;
            status: components["schemas"]["ReceivableStatus"];
            /** @description Your part of what the payer pays */
            gross_amount: number;
            /** @description The platform's fee */
            fee_amount: number;
            net_amount: number;
            provider_fee_amount: number | null;
            /** @description Taken from it by refunds and disputes before it came */
            claimed_amount: number;
            /** @description Paid out before its day */
            anticipated_amount: number;
            /** @description What is still to come */
            outstanding_amount: number;
            /** @description Of the net amount: held in the reserve when it comes */
            reserve_amount: number;
            /**
             * Format: date
             * @description A day in São Paulo
             */
            expected_on: string;
            /** @description acquirer: it comes when the acquirer says so; calendar: no acquirer can be asked, and it is expected on its day */
            confirmed_by: components["schemas"]["ConfirmedBy"];
            settled_at: string | null;
            provider: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ReceivableList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Receivable"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        ReceivableStatus: "expected" | "anticipated" | "settled" | "cancelled";
        ReconciliationDay: {
            /** @enum {string} */
            object: "reconciliation_day";
            id: string;
            provider: string;
            kind: components["schemas"]["ReconciliationKind"];
            /** @description A day in São Paulo, YYYY-MM-DD */
            day: string;
            /** @description incomplete: the provider did not list all of the day; reason says why */
            state: components["schemas"]["ReconciliationDayState"];
            reason: string | null;
            listed: number | null;
            booked: number | null;
            totals: components["schemas"]["ReconciliationTotals"] | null;
            open_differences: number;
            /** @description How often it was compared */
            runs: number;
            compared_at: string | null;
            next_at: string | null;
        };
        ReconciliationDayList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ReconciliationDay"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        ReconciliationDayState: "pending" | "incomplete" | "complete";
        ReconciliationDifference: {
            /** @enum {string} */
            object: "reconciliation_difference";
            id: string;
            day_id: string;
            provider: string;
            kind: components["schemas"]["ReconciliationKind"];
            /** @description missing_here: listed, not booked; missing_there: booked, not listed; amount_differs; unknown: of no charge or withdrawal */
            verdict: components["schemas"]["ReconciliationVerdict"];
            /** @description Of the payment or payout */
            reference: string;
            listed: number | null;
            booked: number | null;
            listed_returned: number | null;
            booked_returned: number | null;
            account_id: string | null;
            account_name: string | null;
            charge_id: string | null;
            withdrawal_id: string | null;
            /** Format: date-time */
            occurred_at: string;
            state: components["schemas"]["ReconciliationDifferenceState"];
            resolved_by: ("operator" | "comparison") | null;
            resolver_email: string | null;
            note: string | null;
            resolved_at: string | null;
            /** Format: date-time */
            first_seen_at: string;
            /** Format: date-time */
            last_seen_at: string;
        };
        ReconciliationDifferenceList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ReconciliationDifference"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        ReconciliationDifferenceState: "open" | "resolved";
        /** @enum {unknown} */
        ReconciliationKind: "pix" | "boleto" | "payout";
        ReconciliationNote: {
            note: string;
        };
        ReconciliationTotal: {
            count: number;
            /** @description What the provider lists, in reais */
            listed: number;
            /** @description What our records have */
            booked: number;
        };
        ReconciliationTotals: {
            matched: components["schemas"]["ReconciliationTotal"];
            waiting: components["schemas"]["ReconciliationTotal"];
            missing_here: components["schemas"]["ReconciliationTotal"];
            missing_there: components["schemas"]["ReconciliationTotal"];
            amount_differs: components["schemas"]["ReconciliationTotal"];
            unknown: components["schemas"]["ReconciliationTotal"];
        };
        /** @enum {unknown} */
        ReconciliationVerdict: "missing_here" | "missing_there" | "amount_differs" | "unknown";
        RecoverPassword: {
            email: string;
        };
        RedeliverFailed: {
            /** @description ISO 8601 with its zone */
            from: string;
            to?: string | null;
            webhook_id?: string | null;
        };
        RedeliveryResult: {
            success: boolean;
            redelivered: number;
            /** @description true: call again for the rest */
            has_more: boolean;
        };
        Refund: {
            /** @enum {string} */
            object: "refund";
            id: string;
            charge_id: string;
            amount: number;
            reason: string | null;
            /** @description Whether recipients returned their share */
            reverse_split: boolean;
            /** @description pending: held until the provider has confirmed it; succeeded; failed */
            status: string;
            failure: string | null;
            /** @description While the payer of a boleto must say a PIX key: the page for it, to be sent to the payer; absent otherwise */
            payer_url?: string;
            /** Format: date-time */
            created_at: string;
        };
        RefusedTries: {
            count: number;
            rate: number | null;
        };
        Registration: {
            name: string;
            email: string;
            password: string;
            document: string;
            person_type?: components["schemas"]["PersonType"];
            phone?: string;
            /** @description For browsers: the token comes as a cookie, not in the body */
            cookie?: boolean;
        };
        Rejection: {
            reason: string;
            /** @description Of a payout that was sent, and whose outcome the bank does not say: its statement shows that it was not paid */
            not_paid?: boolean;
        };
        RequestedWithdrawal: {
            /** @enum {string} */
            object: "withdrawal";
            id: string;
            amount: number;
            status: components["schemas"]["WithdrawalStatus"];
            /** Format: date-time */
            created_at: string;
        };
        Reserve: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["ReserveDay"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
            /** @description Sum of all days, as in the balance */
            reserved: number;
        };
        ReserveDay: {
            /**
             * Format: date
             * @description Day of release in São Paulo
             */
            date: string;
            amount: number;
            charges_count: number;
        };
        ResetPassword: {
            /** @description What stands after # in the link */
            token: string;
            password: string;
        };
        /** @enum {unknown} */
        RetryPolicy: "standard" | "extended";
        ReturnedPayment: {
            payment_reference: string;
            amount: number;
            reason: string;
            status: string;
            /** @description While the payer of a boleto must say a PIX key: the page for it, to be sent to the payer; absent otherwise */
            payer_url?: string;
            /** Format: date-time */
            created_at: string;
        };
        SandboxDispute: {
            amount?: number;
            reason?: string;
            /** @description YYYY-MM-DD; absent: in seven days */
            answer_by?: string;
        };
        SandboxMail: {
            /** @enum {string} */
            object: "mail";
            id: string;
            kind: components["schemas"]["MailKind"];
            /** @enum {unknown} */
            language: "pt" | "en";
            to: string;
            subject: string;
            state: components["schemas"]["MailState"];
            /** Format: date-time */
            created_at: string;
        };
        SandboxMailList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["SandboxMail"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SandboxPayment: {
            amount?: number;
            /** @description How many times the payment notice is received */
            times?: number;
        };
        SandboxReturn: {
            /** @description Reais; absent: all that has not come back yet */
            amount?: number;
        };
        SellerAccount: {
            /** @enum {string} */
            object: "account";
            id: string;
            name: string;
            email: string;
            /** @description CPF (individual) or CNPJ (company), no punctuation */
            document: string;
            person_type: components["schemas"]["PersonType"];
            phone: string | null;
            account_status: components["schemas"]["AccountStatus"];
            identity_verified: boolean;
            payment_provider: string;
            payout_pix_key: string | null;
            page_name: string | null;
            page_color: string | null;
            language: ("pt" | "en") | null;
            address: components["schemas"]["Address"] | null;
            contact_email: string | null;
            contact_phone: string | null;
            contact_whatsapp: string | null;
            /** Format: date-time */
            created_at: string;
            fee_plan_name: string | null;
            /** @description Whether a link sent to the e-mail address was opened */
            email_verified: boolean;
            status_reason: string | null;
            fee_plan: components["schemas"]["FeePlan"];
            named_fee_plan: components["schemas"]["AccountFeePlan"] | null;
            limits: components["schemas"]["RateLimits"];
            pix_providers: string[] | null;
            boleto_providers: string[] | null;
        };
        SellerAccountDetails: {
            /** @enum {string} */
            object: "account";
            id: string;
            name: string;
            email: string;
            /** @description CPF (individual) or CNPJ (company), no punctuation */
            document: string;
            person_type: components["schemas"]["PersonType"];
            phone: string | null;
            account_status: components["schemas"]["AccountStatus"];
            identity_verified: boolean;
            payment_provider: string;
            payout_pix_key: string | null;
            page_name: string | null;
            page_color: string | null;
            language: ("pt" | "en") | null;
            address: components["schemas"]["Address"] | null;
            contact_email: string | null;
            contact_phone: string | null;
            contact_whatsapp: string | null;
            /** Format: date-time */
            created_at: string;
            fee_plan_name: string | null;
            /** @description Whether a link sent to the e-mail address was opened */
            email_verified: boolean;
            status_reason: string | null;
            fee_plan: components["schemas"]["FeePlan"];
            named_fee_plan: components["schemas"]["AccountFeePlan"] | null;
            limits: components["schemas"]["RateLimits"];
            pix_providers: string[] | null;
            boleto_providers: string[] | null;
            balance: components["schemas"]["BalanceSummary"];
            charges_count: number;
        };
        SellerAccountList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["SellerAccount"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SellerDispute: {
            /** @enum {string} */
            object: "dispute";
            id: string;
            charge_id: string;
            kind: components["schemas"]["DisputeKind"];
            amount: number;
            status: components["schemas"]["DisputeStatus"];
            reason: string | null;
            /** Format: date-time */
            created_at: string;
            closed_at: string | null;
            /**
             * Format: date-time
             * @description The last moment at which you may answer
             */
            answer_by: string;
            answer: components["schemas"]["DisputeAnswer"] | null;
            accepted_at: string | null;
            account_id: string;
            account_name: string;
        };
        SellerDisputeList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["SellerDispute"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SellerIdentity: {
            /** @enum {string} */
            object: "identity_submission";
            id: string;
            status: components["schemas"]["IdentitySubmissionStatus"];
            /** @description The identity document: RG or CIN, CNH, passport, or RNM */
            identity_type: components["schemas"]["IdentityType"];
            account: components["schemas"]["IdentityAccount"];
            documents: components["schemas"]["IdentityDocument"][];
            reasons: components["schemas"]["IdentityReason"][] | null;
            proposal: components["schemas"]["IdentityProposal"] | null;
            /** @description Earlier proposals, and the one that was confirmed */
            history: components["schemas"]["IdentityReview"][];
            /** @description How many submissions the account sent before this one */
            earlier: number;
            /** Format: date-time */
            submitted_at: string;
            decided_at: string | null;
        };
        SellerIdentityList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["SellerIdentity"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SellerWithdrawal: {
            /** @enum {string} */
            object: "withdrawal";
            id: string;
            amount: number;
            status: components["schemas"]["WithdrawalStatus"];
            pix_key: string;
            reason: string | null;
            payout_state: ("sending" | "awaiting_approval" | "succeeded" | "failed") | null;
            end_to_end_id: string | null;
            /** @description Came back after it was paid, and is in the balance again */
            returned_amount: number;
            /** Format: date-time */
            created_at: string;
            account_id: string;
            account_name: string;
            approvals: components["schemas"]["WithdrawalApproval"][];
            /** @description How many different operators must approve: 1 or 2 */
            approvals_needed: number;
            to_pay_since: string | null;
            payment_reference: string | null;
            provider: string | null;
            bank_reference: string | null;
            receiver_document: string | null;
            /** @description It is not the document of the account */
            receiver_is_other: boolean;
        };
        SellerWithdrawalList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["SellerWithdrawal"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SendChargeMail: {
            email?: string | null;
        };
        SendIdentityBack: {
            /** @description The proposal you saw */
            proposal_id: string;
            note: string;
        };
        Session: {
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /** Format: date-time */
            expires_at: string;
            address: string | null;
            user_agent: string | null;
            /** @description Whether this is the session of the request */
            current: boolean;
        };
        SessionList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Session"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SessionUser: {
            id: string;
            email: string;
            /** @enum {unknown} */
            role: "seller" | "operator";
            name: string | null;
            /** @description What a member of the team may do */
            team_role: components["schemas"]["TeamRole"];
            /** @description Whether signing in needs a second factor */
            two_factor: boolean;
        };
        SessionView: {
            /** Format: date-time */
            expires_at: string;
            /** @description An operator looks at this seller's dashboard: it only reads, and shows no contacts */
            seconds_left: number;
        };
        SetDomain: {
            /** @description For example pagar.loja.com.br */
            host: string;
        };
        SignIn: {
            token: string | null;
            /** @enum {string} */
            token_type: "Bearer";
            expires_in: number;
            account: components["schemas"]["Account"];
        };
        Split: {
            recipient_id: string;
            /** @enum {unknown} */
            type: "percent" | "amount";
            amount: number | null;
            percent: number | null;
            description: string | null;
        };
        SplitItem: {
            /** @description Account id, status active */
            recipient_id: string;
            amount?: number | null;
            percent?: number | null;
            description?: string | null;
        };
        StatementEntry: {
            id: string;
            /** @enum {string} */
            object: "statement_entry";
            /**
             * @description What it is about, such as sale or refund
             * @enum {unknown}
             */
            category: "sale" | "fee" | "split_sent" | "split_received" | "reserve_hold" | "reserve_release" | "receivable_settled" | "receivable_used" | "receivable_anticipated" | "anticipation_fee" | "refund" | "withdrawal" | "withdrawal_reversal" | "chargeback" | "adjustment";
            /** @enum {unknown} */
            type: "credit" | "debit";
            /** @description Of a sale: what the payer paid */
            gross_amount: number;
            fee_amount: number;
            /** @description What went to other accounts */
            split_amount: number;
            /** @description What went into the reserve; below zero: what came out of it */
            reserve_amount: number;
            /** @description What it changed the available balance by; below zero: it fell */
            net_amount: number;
            /** @description Available balance after all of its lines */
            balance_after: number;
            charge_id: string | null;
            charge_reference: string | null;
            charge_description: string | null;
            customer_name: string | null;
            withdrawal_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description As in the list of transactions, oldest first */
            lines: components["schemas"]["Transaction"][];
        };
        StatementEntryList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["StatementEntry"][];
            has_more: boolean;
            next_cursor: string | null;
        };
        StoredCard: {
            /** @enum {string} */
            object: "stored_card";
            /** @description The card_id to pay a charge with */
            id: string;
            customer_id: string;
            brand: string;
            last_four: string;
            exp_month: number | null;
            exp_year: number | null;
            consent: components["schemas"]["CardConsentOnRecord"];
            /** Format: date-time */
            created_at: string;
        };
        StoredCardList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["StoredCard"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        SubmitIdentity: {
            /** @description The identity document: RG or CIN, CNH, passport, or RNM */
            identity_type: components["schemas"]["IdentityType"];
            /** @description Each with a file uploaded with the purpose identity_document, or one of the submission before */
            documents: components["schemas"]["IdentityFile"][];
        };
        SwitchAccount: {
            account_id: string;
        };
        TeamInvitation: {
            /** @enum {string} */
            object: "team_invitation";
            id: string;
            email: string;
            /** @description What a member of the team may do */
            role: components["schemas"]["TeamRole"];
            status: components["schemas"]["InvitationStatus"];
            invited_by: string | null;
            /** Format: date-time */
            sent_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        TeamInvitationList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["TeamInvitation"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        TeamMember: {
            /** @enum {string} */
            object: "team_member";
            id: string;
            email: string;
            name: string | null;
            /** @description What a member of the team may do */
            role: components["schemas"]["TeamRole"];
            /** @description Whether signing in needs a second factor */
            two_factor: boolean;
            last_seen_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Whether this is the user of the request */
            current: boolean;
        };
        TeamMemberList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["TeamMember"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        TeamRole: "owner" | "finance" | "support" | "developer" | "read_only";
        TestCard: {
            number: string;
            /** @description Stands for what an acquirer's script makes of it */
            token: string;
            brand: string;
            about: string;
        };
        TestCardList: {
            cards: components["schemas"]["TestCard"][];
        };
        TestWebhook: {
            /** @description Default: the first registered */
            event?: components["schemas"]["EventName"];
        };
        Transaction: {
            id: string;
            /** @enum {string} */
            object: "transaction";
            /** @enum {unknown} */
            type: "credit" | "debit";
            amount: number;
            /** @enum {string} */
            status: "completed";
            /** @enum {unknown} */
            category: "sale" | "fee" | "split_sent" | "split_received" | "reserve_hold" | "reserve_release" | "receivable_settled" | "receivable_used" | "receivable_anticipated" | "anticipation_fee" | "refund" | "withdrawal" | "withdrawal_reversal" | "chargeback" | "adjustment";
            description: string;
            /** @description Available balance after this line */
            balance_after: number;
            charge_id: string | null;
            charge_reference: string | null;
            charge_description: string | null;
            withdrawal_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        TransactionList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Transaction"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        TrendDay: {
            /** Format: date */
            date: string;
            received_count: number;
            received_amount: number;
            created_count: number;
            fees: number;
            refunds_amount: number;
            disputes_amount: number;
            new_sellers: number;
            active_sellers: number;
        };
        TrendFigures: {
            received_count: number;
            received_amount: number;
            created_count: number;
            conversion: number | null;
            /** @description The gateway's fees on what was received */
            fees: number;
            /** @description Without those that failed */
            refunds_count: number;
            refunds_amount: number;
            refund_rate: number | null;
            /** @description Opened, whatever became of them */
            disputes_count: number;
            disputes_amount: number;
            dispute_rate: number | null;
            /** @description Accounts registered */
            new_sellers: number;
            /** @description Accounts that received a payment */
            active_sellers: number;
        };
        TrendMethod: {
            billing_type: string;
            received_count: number;
            received_amount: number;
            previous_amount: number;
            share: number | null;
        };
        TrendSeller: {
            account_id: string;
            account_name: string;
            received_amount: number;
            previous_amount: number;
        };
        Trends: {
            /** @enum {string} */
            object: "trends";
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            /** Format: date */
            previous_from: string;
            /** Format: date */
            previous_to: string;
            current: components["schemas"]["TrendFigures"];
            previous: components["schemas"]["TrendFigures"];
            by_day: components["schemas"]["TrendDay"][];
            by_method: components["schemas"]["TrendMethod"][];
            /** @description The ten sellers that received most */
            largest: components["schemas"]["TrendSeller"][];
            /** @description The ten sellers whose volume changed most, up or down, in reais */
            most_changed: components["schemas"]["TrendSeller"][];
        };
        TwoFactorConfirmation: {
            success: boolean;
            /** @description Shown only once; each code works once */
            recovery_codes: string[];
        };
        TwoFactorProposal: {
            /** @description Base32, to type by hand */
            secret: string;
            /** @description otpauth://…, the content of the QR code */
            uri: string;
            /** @description data:image/png;base64,… */
            qr_code: string;
        };
        UnreadNotifications: {
            /** @description Counted up to 100 */
            unread_count: number;
        };
        UpdateAccount: {
            name?: string;
            phone?: string | null;
            payout_pix_key?: string | null;
            page_name?: string | null;
            page_color?: string | null;
            language?: ("pt" | "en") | null;
            address?: components["schemas"]["Address"] | null;
            contact_email?: string | null;
            contact_phone?: string | null;
            contact_whatsapp?: string | null;
        };
        UpdateAutomaticWithdrawals: {
            /**
             * @description daily and weekly: at 9:00 in São Paulo; above: looked at every hour, at most one a day; off: none
             * @enum {unknown}
             */
            frequency: "off" | "daily" | "weekly" | "above";
            weekday?: ("sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday") | null;
            above_amount?: number | null;
            keep_amount?: number | null;
        };
        UpdateBoletoProviders: {
            boleto_providers: string[] | null;
        };
        UpdateCharge: {
            /** @description YYYY-MM-DD, of a pending boleto */
            due_date: string;
        };
        UpdateCoupon: {
            /** @description 2 to 40 letters without accents, digits, - or _; unique in the account, whatever the case */
            code?: string;
            percent?: number | null;
            amount?: number | null;
            min_value?: number | null;
            max_uses?: number | null;
            valid_from?: string | null;
            valid_until?: string | null;
            payment_link_id?: string | null;
            /** @description default true */
            active?: boolean;
        };
        UpdateCustomer: {
            name?: string;
            email?: string | null;
            cpf_cnpj?: string | null;
            phone?: string | null;
            address?: components["schemas"]["Address"] | null;
        };
        UpdateFeePlan: {
            /** @description 0 to 100, at most two decimals */
            percent: number;
            /** @description Reais per charge */
            fixed: number;
            /** @description Absent: unchanged */
            reserve_percent?: number;
            /** @description Absent: unchanged */
            reserve_days?: number;
            /** @description When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day */
            card_settlement?: components["schemas"]["CardSettlement"];
            anticipation_percent?: number | null;
            /** @description The values you saw; refused if any has changed since */
            expected?: components["schemas"]["ExpectedFeePlan"];
        };
        UpdatePaymentLink: {
            name?: string;
            description?: string | null;
            value?: number | null;
            min_value?: number | null;
            max_value?: number | null;
            billing_types?: ("PIX" | "CREDIT_CARD" | "BOLETO")[];
            max_installments?: number;
            installment_interest?: components["schemas"]["InstallmentInterest"] | null;
            success_url?: string | null;
            expires_at?: string | null;
            max_payments?: number | null;
            active?: boolean;
            asks?: components["schemas"]["ChangeLinkAsks"] | null;
            pix_discount?: number | null;
        };
        UpdatePayoutTerms: {
            payout_providers?: string[] | null;
            payout_to?: ("own" | "any") | null;
            automatic_up_to?: number | null;
            automatic_per_day?: number | null;
            /** @description The values you saw; refused if any has changed since */
            expected?: components["schemas"]["ExpectedPayoutTerms"];
        };
        UpdatePixProviders: {
            pix_providers: string[] | null;
        };
        UpdateProduct: {
            name?: string;
            /** @description Reais */
            price?: number;
            description?: string | null;
            image_url?: string | null;
            image_file_id?: string | null;
            stock?: number | null;
            /** @description true: an open charge holds its unit until it ends, so that no more is sold than is there. false: more may be paid than is there; such a charge is oversold */
            hold_stock?: boolean;
            active?: boolean;
        };
        UpdateProductSplit: {
            split: components["schemas"]["SplitItem"][];
        };
        UpdateRateLimits: {
            general?: number | null;
            charges?: number | null;
            webhooks?: number | null;
            /** @description The values you saw; refused if any has changed since */
            expected?: components["schemas"]["ExpectedRateLimits"];
        };
        UpdateWebhook: {
            url?: string;
            /** @description Any of payment.received, payment.refunded, payment.refund_failed, payment.overdue, payment.failed, payment.expired, withdrawal.approved, withdrawal.completed, withdrawal.rejected, withdrawal.returned, charge.pending, charge.paid, charge.refunded, charge.cancelled, charge.refused, charge.overdue, charge.oversold, charge.boleto_registered, charge.due_date_changed, charge.due_date_refused, charge.authorized, charge.card_stored, dispute.opened, dispute.closed */
            events?: string[];
            /** @description false pauses, true resumes */
            active?: boolean;
            /** @description standard: retries after 5 and 30 seconds; extended: further retries over 24 hours */
            retry_policy?: components["schemas"]["RetryPolicy"];
        };
        UpdatedProduct: {
            /** @enum {string} */
            object: "product";
            id: string;
            name: string;
            price: number;
            active: boolean;
        };
        UpdatedWebhook: {
            id: string;
            url: string;
            events: string[];
            active: boolean;
            /** @description standard: retries after 5 and 30 seconds; extended: further retries over 24 hours */
            retry_policy: components["schemas"]["RetryPolicy"];
        };
        VerifyEmail: {
            /** @description What stands after # in the link */
            token: string;
        };
        ViewAccount: {
            reason: string;
        };
        Warning: {
            code: components["schemas"]["WarningCode"];
            message: string;
        };
        /** @enum {unknown} */
        WarningCode: "FEE_EXCEEDS_VALUE";
        Webhook: {
            id: string;
            url: string;
            events: string[];
            /** @enum {unknown} */
            status: "active" | "paused";
            /** @description standard: retries after 5 and 30 seconds; extended: further retries over 24 hours */
            retry_policy: components["schemas"]["RetryPolicy"];
            /** Format: date-time */
            created_at: string;
        };
        WebhookList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Webhook"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        WebhookSecretResult: {
            success: boolean;
            webhook: components["schemas"]["WebhookWithSecret"];
        };
        WebhookUpdateResult: {
            success: boolean;
            webhook: components["schemas"]["UpdatedWebhook"];
        };
        WebhookWithSecret: {
            id: string;
            url: string;
            events: string[];
            /** @description Sent in X-Webhook-Secret; not shown again */
            secret: string;
            active: boolean;
        };
        WholeSandboxMail: {
            /** @enum {string} */
            object: "mail";
            id: string;
            kind: components["schemas"]["MailKind"];
            /** @enum {unknown} */
            language: "pt" | "en";
            to: string;
            subject: string;
            state: components["schemas"]["MailState"];
            /** Format: date-time */
            created_at: string;
            text: string;
            html: string;
            link: string | null;
        };
        Withdrawal: {
            /** @enum {string} */
            object: "withdrawal";
            id: string;
            amount: number;
            status: components["schemas"]["WithdrawalStatus"];
            pix_key: string;
            reason: string | null;
            payout_state: ("sending" | "awaiting_approval" | "succeeded" | "failed") | null;
            end_to_end_id: string | null;
            /** @description Came back after it was paid, and is in the balance again */
            returned_amount: number;
            /** Format: date-time */
            created_at: string;
        };
        WithdrawalApproval: {
            operator_email: string;
            /** Format: date-time */
            at: string;
        };
        WithdrawalData: {
            withdrawal_id: string;
            /** @description Reais */
            amount: number;
            status: components["schemas"]["WithdrawalStatus"];
            pix_key: string;
            /** @description Only of withdrawal.returned: what came back now */
            return_amount?: number;
            /** @description Only of withdrawal.returned: what came back in all */
            returned_amount?: number;
        };
        WithdrawalEvent: {
            /** @enum {unknown} */
            event: "withdrawal.approved" | "withdrawal.completed" | "withdrawal.rejected" | "withdrawal.returned";
            data: components["schemas"]["WithdrawalData"];
            /** Format: date-time */
            timestamp: string;
            /** @description The same in every retry: store it to process the event once */
            id: string;
            /** @description Increases with each change of the object: a message with a smaller number than one you have seen is late */
            sequence: number;
            previous_status: string | null;
            /**
             * @description Sent by POST /webhooks/{id}/test: not a real event
             * @constant
             */
            test?: true;
        };
        WithdrawalList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Withdrawal"][];
            total: number;
            has_more: boolean;
            next_cursor: string | null;
        };
        /** @enum {unknown} */
        WithdrawalStatus: "pending" | "approved" | "rejected";
    };
    responses: {
        /** @description Refused: see code and details */
        Refused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests: wait for Retry-After */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The gateway or a provider failed */
        Failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request in the log: the one you sent (up to 100 letters, digits or ._-), or a new one */
        "X-Request-Id": string;
        /** @description Requests allowed in the current minute */
        "X-RateLimit-Limit": number;
        /** @description Requests left in the current minute */
        "X-RateLimit-Remaining": number;
        /** @description When the next minute begins, in seconds since 1970 */
        "X-RateLimit-Reset": number;
        /** @description Seconds to wait before the next request */
        "Retry-After": number;
        /** @description true: the stored answer of this Idempotency-Key */
        "Idempotent-Replayed": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "post-auth-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loja Azul",
                 *       "email": "loja@example.com",
                 *       "password": "uma senha longa",
                 *       "document": "11144477735"
                 *     }
                 */
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "loja@example.com",
                 *       "password": "uma senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-logout": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-password": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "uma senha longa",
                 *       "new_password": "outra senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "uma senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmIdentity"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityConfirmation"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-auth-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSession"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-auth-sessions": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-auth-sessions-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-check-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "purpose": "verify_email",
                 *       "token": "example"
                 *     }
                 */
                "application/json": components["schemas"]["CheckLink"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedLink"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "loja@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RecoverPassword"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example",
                 *       "password": "uma senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-verify-email-resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-two-factor": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "uma senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["ProposeTwoFactor"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactorProposal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-two-factor-confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmTwoFactor"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactorConfirmation"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-two-factor-disable": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "uma senha longa",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["DisableTwoFactor"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loja Azul"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstSteps"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hidden": true
                 *     }
                 */
                "application/json": components["schemas"]["HideFirstSteps"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstSteps"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-notifications": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-notifications-unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadNotifications"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-notifications-read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "up_to": "example"
                 *     }
                 */
                "application/json": components["schemas"]["ReadNotifications"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadNotifications"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-mails": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
                /** @description Only mails about this charge */
                charge_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-keys": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-keys": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "shop"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKey"] | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-keys-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-keys-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ChangeApiKey"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-team-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-team-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeTeamMember"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-team-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-team-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamInvitationList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-team-invitations": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "loja@example.com",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["InviteMember"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamInvitation"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-team-invitations-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-team-invitations-id-resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamInvitation"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-check-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedInvitation"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example",
                 *       "name": "Loja Azul",
                 *       "password": "uma senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-join": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "example"
                 *     }
                 */
                "application/json": components["schemas"]["JoinTeam"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-auth-switch": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_id": "example"
                 *     }
                 */
                "application/json": components["schemas"]["SwitchAccount"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account-branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-account-branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ChangeBranding"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-account-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "host": "example"
                 *     }
                 */
                "application/json": components["schemas"]["SetDomain"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-account-domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-account-domain-verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account-identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-account-identity-submit": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "identity_type": "rg",
                 *       "documents": [
                 *         {
                 *           "kind": "identity_front",
                 *           "file_id": "example"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SubmitIdentity"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charges": {
        parameters: {
            query?: {
                status?: components["schemas"]["ChargeStatus"];
                /** @description Several statuses, separated by commas; not together with status */
                statuses?: string;
                billing_type?: components["schemas"]["BillingType"];
                external_reference?: string;
                customer_id?: string;
                payment_link_id?: string;
                /** @description Beginnings of words of the payer's name, the description or the external_reference, of the payer's e-mail or document, in any order; or exactly a charge's id, PIX txid or charge_id */
                search?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charges": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "billing_type": "PIX",
                 *       "value": 100,
                 *       "description": "Caneca",
                 *       "external_reference": "order-77"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCharge"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-quotes": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": 100,
                 *       "billing_type": "PIX"
                 *     }
                 */
                "application/json": components["schemas"]["CreateQuote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charges-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-charges-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "due_date": "2026-12-10"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCharge"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charges-id-ledger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeLedger"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charges-export": {
        parameters: {
            query: {
                format: "csv" | "xlsx";
                language?: "pt" | "en";
                status?: components["schemas"]["ChargeStatus"];
                /** @description Several statuses, separated by commas; not together with status */
                statuses?: string;
                billing_type?: components["schemas"]["BillingType"];
                external_reference?: string;
                customer_id?: string;
                payment_link_id?: string;
                /** @description Beginnings of words of the payer's name, the description or the external_reference, of the payer's e-mail or document, in any order; or exactly a charge's id, PIX txid or charge_id */
                search?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                /** @description Only these charges: up to 200 ids, separated by commas; other filters are left out */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-disputes-export": {
        parameters: {
            query: {
                format: "csv" | "xlsx";
                language?: "pt" | "en";
                status?: "open" | "won" | "lost";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charges-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeCounts"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-customers-id-summary": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSummary"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-customers-id-cards": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCardList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-customers-id-cards-card_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                card_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charges-id-pay": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "card": {
                 *         "token": "tok_visa_1111",
                 *         "brand": "visa",
                 *         "last_four": "1111",
                 *         "holder": "MARIA SILVA"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PayCharge"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charges-id-capture": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 80
                 *     }
                 */
                "application/json": components["schemas"]["CaptureCharge"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charges-id-refund": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 10,
                 *       "reason": "One item was missing"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRefund"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charges-id-cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-disputes": {
        parameters: {
            query?: {
                status?: components["schemas"]["DisputeStatus"];
                charge_id?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisputeList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-disputes-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-disputes-id-documents-document_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/pdf": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-disputes-id-answer": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "example"
                 *     }
                 */
                "application/json": components["schemas"]["AnswerDispute"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-disputes-id-accept": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-overview": {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-balance-calendar": {
        parameters: {
            query?: {
                /** @description First day, YYYY-MM-DD; default: today */
                from?: string;
                /** @description Last day, included; default: 30 days after from */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceCalendar"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charges-id-events": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-receivables": {
        parameters: {
            query?: {
                charge_id?: string;
                status?: components["schemas"]["ReceivableStatus"];
                /** @description First day on which it is expected, YYYY-MM-DD */
                from?: string;
                /** @description Last day, included */
                to?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivableList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-receivables-anticipations-quote": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["QuoteAnticipation"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnticipationQuote"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-receivables-anticipations": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CreateAnticipation"] | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Anticipation"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account-fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fees"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charge-imports": {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeImportList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charge-imports": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "example"
                 *     }
                 */
                "application/json": components["schemas"]["CreateChargeImport"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeImport"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charge-imports-id-confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeImport"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charge-imports-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeImport"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charge-imports-id-rows": {
        parameters: {
            query?: {
                status?: components["schemas"]["ChargeImportRowStatus"];
                limit?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeImportRowList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-charge-imports-id-export": {
        parameters: {
            query?: {
                language?: "pt" | "en";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-customers-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-customers-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UpdateCustomer"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-customers": {
        parameters: {
            query?: {
                /** @description Case-insensitive */
                email?: string;
                cpf_cnpj?: string;
                /** @description Beginnings of words of the name, of the e-mail or of the document, in any order */
                search?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-customers": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Maria Silva",
                 *       "email": "maria@example.com",
                 *       "cpf_cnpj": "52998224725"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCustomer"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-products-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-products-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": 120
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProduct"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedProduct"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-products-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-products": {
        parameters: {
            query?: {
                active?: boolean;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-products": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Caneca",
                 *       "price": 100
                 *     }
                 */
                "application/json": components["schemas"]["CreateProduct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-products-id-splits": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductSplit"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-products-id-splits": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "split": []
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProductSplit"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductSplit"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-payment-links-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-payment-links-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UpdatePaymentLink"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-payment-links-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-payment-links": {
        parameters: {
            query?: {
                active?: boolean;
                /** @description Beginnings of words of the name or the description, in any order */
                search?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-payment-links": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Caneca",
                 *       "value": 100
                 *     }
                 */
                "application/json": components["schemas"]["CreatePaymentLink"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-coupons": {
        parameters: {
            query?: {
                /** @description Whether it is switched on */
                active?: boolean;
                /** @description What can be used on this link: its own coupons and every link's */
                payment_link_id?: string;
                /** @description The beginning of a code */
                search?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-coupons": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCoupon"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-coupons-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-coupons-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-coupons-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UpdateCoupon"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Coupon"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-customers-export": {
        parameters: {
            query: {
                format: "csv" | "xlsx";
                language?: "pt" | "en";
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-payment-links-export": {
        parameters: {
            query: {
                format: "csv" | "xlsx";
                language?: "pt" | "en";
                search?: string;
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-withdrawals-export": {
        parameters: {
            query: {
                format: "csv" | "xlsx";
                language?: "pt" | "en";
                status?: "pending" | "approved" | "rejected";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-balance-reserve": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reserve"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-transactions": {
        parameters: {
            query?: {
                type?: "credit" | "debit";
                category?: "sale" | "fee" | "split_sent" | "split_received" | "reserve_hold" | "reserve_release" | "receivable_settled" | "receivable_used" | "receivable_anticipated" | "anticipation_fee" | "refund" | "withdrawal" | "withdrawal_reversal" | "chargeback" | "adjustment";
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-balance-statement": {
        parameters: {
            query?: {
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                limit?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementEntryList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-transactions-export": {
        parameters: {
            query: {
                format: "csv" | "ofx";
                language?: "pt" | "en";
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ofx": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account-automatic-withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomaticWithdrawals"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-account-automatic-withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "frequency": "off"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAutomaticWithdrawals"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomaticWithdrawals"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-withdrawals": {
        parameters: {
            query?: {
                status?: components["schemas"]["WithdrawalStatus"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-withdrawals": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 10,
                 *       "pix_key": "loja@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWithdrawal"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedWithdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-unversioned-webhooks": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/guiche",
                 *       "events": [
                 *         "payment.received"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-webhooks": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-webhooks": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/guiche",
                 *       "events": [
                 *         "payment.received"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-webhooks-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-webhooks-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookUpdateResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-webhooks-id-rotate-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-webhooks-id-test": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TestWebhook"] | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-deliveries": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
                event?: components["schemas"]["EventName"];
                status?: components["schemas"]["DeliveryStatus"];
                charge_id?: string;
                webhook_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-deliveries-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-deliveries-id-redeliver": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-deliveries-redeliver": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["RedeliverFailed"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-events": {
        parameters: {
            query?: {
                limit?: number;
                /** @description next_cursor of the previous page; "end": no events, only the cursor of the current end */
                cursor?: string;
                event?: "charge.pending" | "charge.paid" | "charge.refunded" | "charge.cancelled" | "charge.refused" | "charge.overdue" | "charge.oversold" | "charge.boleto_registered" | "charge.due_date_changed" | "charge.due_date_refused" | "charge.authorized" | "charge.card_stored" | "payment.refund_failed" | "withdrawal.approved" | "withdrawal.rejected" | "withdrawal.returned" | "dispute.opened" | "dispute.closed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-accounts": {
        parameters: {
            query?: {
                /** @description Prefix of the name, e-mail or document, or a complete id */
                q?: string;
                status?: components["schemas"]["AccountStatus"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccountList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-accounts-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccountDetails"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-accounts-id-approve": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ApproveAccount"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-accounts-id-block": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-accounts-id-fee-plan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "percent": 4.99,
                 *       "fixed": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateFeePlan"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-accounts-id-limits": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UpdateRateLimits"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-accounts-id-pix-providers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pix_providers": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePixProviders"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-accounts-id-boleto-providers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "boleto_providers": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBoletoProviders"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-fee-plans": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedFeePlanList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-fee-plans": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loja Azul",
                 *       "percent": 4.99,
                 *       "fixed": 1,
                 *       "reserve_percent": 1,
                 *       "reserve_days": 0
                 *     }
                 */
                "application/json": components["schemas"]["CreateFeePlan"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedFeePlan"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-fee-plans-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loja Azul",
                 *       "percent": 4.99,
                 *       "fixed": 1,
                 *       "reserve_percent": 1,
                 *       "reserve_days": 0
                 *     }
                 */
                "application/json": components["schemas"]["ChangeFeePlan"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedFeePlan"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-accounts-id-named-fee-plan": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fee_plan_id": "example"
                 *     }
                 */
                "application/json": components["schemas"]["AssignFeePlan"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerAccount"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-withdrawals": {
        parameters: {
            query?: {
                status?: components["schemas"]["WithdrawalStatus"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerWithdrawalList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-withdrawals-id-approve": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ApproveWithdrawal"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerWithdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-withdrawals-id-paid": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "E00000000202601011200abcdefghijk"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentProof"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerWithdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-withdrawals-id-reject": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["Rejection"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerWithdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryQueue"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-disputes": {
        parameters: {
            query?: {
                status?: components["schemas"]["DisputeStatus"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerDisputeList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-disputes-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerDispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-disputes-id-documents-document_id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/pdf": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-disputes-id-close": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "won"
                 *     }
                 */
                "application/json": components["schemas"]["CloseDispute"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerDispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-identities": {
        parameters: {
            query?: {
                status?: components["schemas"]["IdentitySubmissionStatus"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerIdentityList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-identities-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerIdentity"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-identities-id-documents-document_id-open": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityDocumentOpening"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-identities-id-documents-document_id": {
        parameters: {
            query?: {
                /** @description As the opening answered */
                opening?: string;
            };
            header?: never;
            path: {
                id: string;
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/pdf": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-identities-id-decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": components["schemas"]["DecideIdentity"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerIdentity"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-identities-id-confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "proposal_id": "example"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmIdentityDecision"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerIdentity"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-identities-id-send-back": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "proposal_id": "example",
                 *       "note": "example"
                 *     }
                 */
                "application/json": components["schemas"]["SendIdentityBack"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SellerIdentity"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-jobs": {
        parameters: {
            query?: {
                status?: components["schemas"]["JobStatus"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-jobs-account_id-id-retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                account_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-ledger-audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAudit"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-ledger-totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTotals"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-mails": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorMailList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-operators": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-operators": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loja Azul",
                 *       "email": "loja@example.com",
                 *       "password": "uma senha longa"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOperator"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-admin-operators-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-audit-log": {
        parameters: {
            query?: {
                action?: string;
                /** @description Actor: the id of a user, or an e-mail */
                actor?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-audit-log": {
        parameters: {
            query?: {
                account_id?: string;
                action?: string;
                /** @description Actor: the id of a user, or an e-mail */
                actor?: string;
                /** @description ISO 8601, inclusive */
                created_from?: string;
                /** @description ISO 8601, exclusive */
                created_to?: string;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-people-export": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": "11144477735",
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["ExportPerson"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonData"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-people-erase": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": "11144477735",
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["ErasePerson"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonErasure"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-search": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "example"
                 *     }
                 */
                "application/json": components["schemas"]["OperatorSearch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSearchResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-charges-id-open": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OpenForOperator"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedCharge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-customers-id-open": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OpenForOperator"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedCustomer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Providers"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-accounts-id-payout-terms": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutTerms"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "put-admin-accounts-id-payout-terms": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UpdatePayoutTerms"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutTerms"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-coverage": {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-coverage": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageDay"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-alerts": {
        parameters: {
            query?: {
                state?: components["schemas"]["AlertState"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-alerts-id-resolve": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "example"
                 *     }
                 */
                "application/json": components["schemas"]["AlertNote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-payer-refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayerRefundList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-payer-refunds-id-paid": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "E00000000202601011200abcdefghijk"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentProof"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayerRefund"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-payer-refunds-id-refuse": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["Reason"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayerRefund"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-accounts-id-view": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["ViewAccount"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountView"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-admin-accounts-id-view": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-trends": {
        parameters: {
            query?: {
                /** @description First day, YYYY-MM-DD; default: 29 days before to */
                from?: string;
                /** @description Last day, included; default: today */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trends"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-file-banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileBankList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-file-banks-name-remittances": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFile"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-bank-files": {
        parameters: {
            query?: {
                bank?: string;
                direction?: components["schemas"]["BankFileDirection"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFileList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-bank-files-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFileDetail"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-bank-files-id-lines": {
        parameters: {
            query?: {
                /** @description Only what a person has to look at */
                open?: "true";
                limit?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFileLineList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-bank-files-id-content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-bank-files-id-book": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["BookBankFile"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFile"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-bank-files-id-payments": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "line": 1,
                 *       "reason": "Agreed by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["BookSecondPayment"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFileLine"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-bank-files-id-sent": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFile"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-reconciliation": {
        parameters: {
            query?: {
                provider?: string;
                kind?: components["schemas"]["ReconciliationKind"];
                /** @description Only days with open differences */
                open?: boolean;
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDayList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-reconciliation-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDay"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-admin-reconciliation-id-differences": {
        parameters: {
            query?: {
                state?: components["schemas"]["ReconciliationDifferenceState"];
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDifferenceList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-reconciliation-id-run": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDay"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-reconciliation-differences-id-resolve": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "example"
                 *     }
                 */
                "application/json": components["schemas"]["ReconciliationNote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDifference"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-requests": {
        parameters: {
            query?: {
                /** @description error: status 400 and above */
                outcome?: "ok" | "error";
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedRequestList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-account-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "patch-account-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ChangeNotificationSettings"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-charges-id-mails": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SendChargeMail"] | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChargeMailResult"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-charges-id-pay": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SandboxPayment"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-charges-id-refuse": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-charges-id-expire": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-charges-id-overdue": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-charges-id-chargeback": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SandboxDispute"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-charges-id-med": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SandboxDispute"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-disputes-id-win": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-disputes-id-lose": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-withdrawals-id-approve": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-withdrawals-id-reject": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-withdrawals-id-return": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SandboxReturn"] | null;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-sandbox-clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-sandbox-clock": {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advance_days": 30
                 *     }
                 */
                "application/json": components["schemas"]["AdvanceClock"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "delete-sandbox-clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-sandbox-mails": {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description next_cursor of the previous page; faster than offset on long lists */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxMailList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-sandbox-mails-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeSandboxMail"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "get-sandbox-cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestCardList"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-files": {
        parameters: {
            query: {
                /** @description What the file is for */
                purpose: components["schemas"]["FilePurpose"];
                name?: string;
            };
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
                "application/pdf": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "post-admin-file-banks-name-returns": {
        parameters: {
            query?: {
                /** @description As it is shown; never a path */
                file_name?: string;
            };
            header?: {
                /** @description A retry with the same key within 24 hours gets the first answer and has no second effect */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankFile"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    "webhook-payment": {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "X-Webhook-Event": string;
                /** @description The secret of the registration */
                "X-Webhook-Secret": string;
                /** @description The message's id */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: one signature for each secret that is valid now */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried according to the retry policy */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook-withdrawal": {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "X-Webhook-Event": string;
                /** @description The secret of the registration */
                "X-Webhook-Secret": string;
                /** @description The message's id */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: one signature for each secret that is valid now */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried according to the retry policy */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook-dispute": {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name */
                "X-Webhook-Event": string;
                /** @description The secret of the registration */
                "X-Webhook-Secret": string;
                /** @description The message's id */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: one signature for each secret that is valid now */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeEvent"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried according to the retry policy */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postback: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name; `Service` is what GUICHE_SERVICE_NAME says */
                "X-Service-Event": string;
                /** @description The message's id */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Postback"];
            };
        };
        responses: {
            /** @description Delivered */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Retried according to the retry policy */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
