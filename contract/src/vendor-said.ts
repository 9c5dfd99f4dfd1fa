/** Stands in an error's `message` before what a vendor said. */
export const vendorSaid = 'The provider said: ';
