/** Whether the long forms run too: `npm test -- --long`. */
export const isLong = process.env.TURNPIKE_LONG_TESTS === '1';
