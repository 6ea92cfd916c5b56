/** How a guest identifies: by a voucher's code, by the device alone, or on the log-in page, which has checked it already. */
export const ACCESS_WAYS = ['voucher', 'mac', 'portal'] as const;
export type AccessWay = (typeof ACCESS_WAYS)[number];
