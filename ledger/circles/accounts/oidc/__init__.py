"""Signing in by a provider of OpenID Connect (docs/decisions/0021-sign-in-by-a-provider.md).

Nothing imports this package if LEDGER_OIDC_ISSUER is empty.
"""
