/** The name of the product, for defaults and messages. `general.app_name` replaces it on pages and in mails. */
export const PRODUCT_NAME = "Authdock";
