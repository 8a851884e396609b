/** The name of the product, for defaults and messages. `general.app_name` replaces it on pages and in mails. */
export const PRODUCT_NAME = "Authdock";

/** Cookies belong to a host, not to a port: two products on one machine need different names. */
export const COOKIE_PREFIX = "authdock_";
