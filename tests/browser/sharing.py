"""Phones with Web Share, for files or for text alone. The shared data are in `window.shared`."""

CAN_SHARE_FILES = """
    navigator.canShare = (data) => data.files.every((file) => file.type === "image/png");
    navigator.share = async (data) => { window.shared = data; };
"""
CAN_SHARE_TEXT = """
    delete Navigator.prototype.canShare;
    navigator.share = async (data) => { window.shared = data; };
"""
