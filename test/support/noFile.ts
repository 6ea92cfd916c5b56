/** What an imported style sheet, picture or typeface is in tests. */
export default '';
